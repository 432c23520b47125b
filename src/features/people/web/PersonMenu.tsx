import { Ban, Ellipsis, UserMinus } from 'lucide'
import { Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { toMuteItem, toUnmuteItem, useMute } from './safety.tsx'

const AskDialog = lazyPart(() => import('./AskDialog.tsx'))

type Props = {
  person: { readonly id: string; readonly name: string }
  isFriend?: boolean
  /** Lists do not know it: muting again changes nothing. */
  isMuted?: boolean
  className?: string
}

/** Less frequent actions on a user. */
export function PersonMenu({ person, isFriend = false, isMuted = false, className = '' }: Props) {
  const [openDialog, setOpenDialog] = useState<'remove' | 'block'>()
  const mute = useMute(person)
  const name = firstName(person.name)
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
          isMuted ? toUnmuteItem(name, () => mute.mutate(false)) : toMuteItem(name, () => mute.mutate(true)),
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
