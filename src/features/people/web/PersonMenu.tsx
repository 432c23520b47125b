import { Ban, Ellipsis, UserMinus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'

const AskDialog = lazyPart(() => import('./AskDialog.tsx'))

type Props = { person: { readonly id: string; readonly name: string }; isFriend?: boolean; className?: string }

/** Less frequent actions on a user. */
export function PersonMenu({ person, isFriend = false, className = '' }: Props) {
  const [openDialog, setOpenDialog] = useState<'remove' | 'block'>()
  return (
    <>
      <Menu
        label={`More options for ${person.name}`}
        className={className}
        items={[
          ...(isFriend
            ? [
                {
                  label: 'Remove friend',
                  icon: <Icon icon={UserMinus} size={18} />,
                  onSelect: () => setOpenDialog('remove'),
                },
              ]
            : []),
          { label: 'Block', icon: <Icon icon={Ban} size={18} />, danger: true, onSelect: () => setOpenDialog('block') },
        ]}
      >
        <Icon icon={Ellipsis} />
      </Menu>
      {openDialog && (
        <Suspense>
          <AskDialog act={openDialog} person={person} onClose={() => setOpenDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}
