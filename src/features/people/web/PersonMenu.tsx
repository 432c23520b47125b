import { Ban, Ellipsis, UserMinus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'

const AskDialog = lazyPart(() => import('./AskDialog.tsx'))

const icon = { size: 18, strokeWidth: 1.75 }

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
            ? [{ label: 'Remove friend', icon: <UserMinus {...icon} />, onSelect: () => setOpenDialog('remove') }]
            : []),
          { label: 'Block', icon: <Ban {...icon} />, danger: true, onSelect: () => setOpenDialog('block') },
        ]}
      >
        <Ellipsis size={20} strokeWidth={1.75} />
      </Menu>
      {openDialog && (
        <Suspense>
          <AskDialog act={openDialog} person={person} onClose={() => setOpenDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}
