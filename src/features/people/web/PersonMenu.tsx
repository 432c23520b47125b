import { Ban, Ellipsis, Flag, UserMinus } from 'lucide'
import { Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { reportsApi } from '../../moderation/report-contract.gen.ts'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { toMuteItem, toUnmuteItem, useMute } from './safety.tsx'

const AskDialog = lazyPart(() => import('./AskDialog.tsx'))

type Props = {
  person: { readonly id: string; readonly name: string; readonly is_blocked?: boolean }
  isFriend?: boolean
  /** Offers to report the user for their profile or behavior. */
  canReport?: boolean
  /** Lists do not know it: muting again changes nothing. */
  isMuted?: boolean
  className?: string
}

/** Less frequent actions on a user. */
export function PersonMenu({ person, isFriend = false, canReport = false, isMuted = false, className = '' }: Props) {
  const [openDialog, setOpenDialog] = useState<'remove' | 'block' | 'report'>()
  const close = () => setOpenDialog(undefined)
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
          ...(person.is_blocked
            ? []
            : [
                isMuted ? toUnmuteItem(name, () => mute.mutate(false)) : toMuteItem(name, () => mute.mutate(true)),
                {
                  label: 'Block',
                  icon: <Icon icon={Ban} size={18} />,
                  danger: true,
                  onSelect: () => setOpenDialog('block'),
                },
              ]),
          ...(canReport
            ? [{ label: 'Report', icon: <Icon icon={Flag} size={18} />, onSelect: () => setOpenDialog('report') }]
            : []),
        ]}
      >
        <Icon icon={Ellipsis} />
      </Menu>
      {openDialog === 'report' && (
        <LazyReportDialog
          what="person"
          id={person.id}
          text={person.name}
          report={(body) => call(reportsApi.reportUser, { params: { id: person.id }, body })}
          onClose={close}
        />
      )}
      {(openDialog === 'remove' || openDialog === 'block') && (
        <Suspense>
          <AskDialog act={openDialog} person={person} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
