import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Ellipsis, Flag, Pencil, Send, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { shareAddress } from '../../../shared/share-kinds.ts'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { useSafetyItems } from '../../people/web/safety.tsx'
import { assignmentsApi } from '../contract.gen.ts'
import type { Assignment } from '../contract.ts'
import { removeQuestion, useSettle } from './queries.ts'

const AskForm = lazyPart(() => import('./AskForm.tsx'))

type Props = { assignment: Assignment; className?: string; onGone?: () => void }

/** Send for all. Edit, complete, incomplete and delete for the author; hide, mute and report for other users. */
export function AssignmentMenu({ assignment, className = '', onGone }: Props) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'report'>()
  const settle = useSettle(assignment)
  const close = () => setOpen(undefined)
  const { id, title, author, can, solved } = assignment
  const safetyItems = useSafetyItems({ kind: 'assignment', id }, author, onGone)
  const items: MenuItem[] = [
    { label: 'Send in a message', icon: <Icon icon={Send} size={18} />, to: shareAddress('question', id) },
    ...(can.edit
      ? [
          { label: 'Edit', icon: <Icon icon={Pencil} size={18} />, onSelect: () => setOpen('edit') },
          {
            label: solved ? 'Mark Incomplete' : 'Mark Complete',
            icon: <Icon icon={solved ? CircleDashed : CircleCheck} size={18} />,
            onSelect: () => settle.mutate(),
          },
          { label: 'Delete', icon: <Icon icon={Trash2} size={18} />, danger: true, onSelect: () => setOpen('delete') },
        ]
      : []),
    ...(can.report
      ? [...safetyItems, { label: 'Report', icon: <Icon icon={Flag} size={18} />, onSelect: () => setOpen('report') }]
      : []),
  ]
  return (
    <>
      <Menu label={`Options for ${title}`} className={className} items={items}>
        <Icon icon={Ellipsis} />
      </Menu>
      {open === 'report' && (
        <LazyReportDialog
          what="assignment"
          id={id}
          text={title}
          report={(body) => call(assignmentsApi.report, { params: { id }, body })}
          onClose={close}
        />
      )}
      {open === 'edit' && (
        <Suspense>
          <AskForm assignment={assignment} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteAssignment assignment={assignment} onClose={close} onGone={onGone} />}
    </>
  )
}

type DeleteProps = { assignment: Assignment; onClose: () => void; onGone: Props['onGone'] | undefined }

/** Confirms and deletes. After a failure the dialog stays open without a toast. */
function DeleteAssignment({ assignment: { id, title }, onClose, onGone }: DeleteProps) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(assignmentsApi.remove, { params: { id } }),
    onSuccess: () => {
      removeQuestion(client, id)
      onClose()
      onGone?.()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete question"
      question={`Delete “${title}” and all its answers? You can’t undo this.`}
      confirmLabel="Delete question"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
    />
  )
}
