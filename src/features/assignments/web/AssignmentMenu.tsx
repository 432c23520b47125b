import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { assignmentsApi } from '../contract.gen.ts'
import type { Assignment } from '../contract.ts'
import { invalidateAssignments, useSettle } from './queries.ts'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))
const AskForm = lazyPart(() => import('./AskForm.tsx'))

const icon = { size: 18, strokeWidth: 1.75 }

type Props = { assignment: Assignment; className?: string; onGone?: () => void }

/** Edit, complete, incomplete and delete for the author. Report for other users. */
export function AssignmentMenu({ assignment, className = '', onGone }: Props) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'report'>()
  const settle = useSettle(assignment)
  const close = () => setOpen(undefined)
  const { id, title, can, solved } = assignment
  return (
    <>
      {can.edit && (
        <Menu
          label={`Options for ${title}`}
          className={className}
          items={[
            { label: 'Edit', icon: <Pencil {...icon} />, onSelect: () => setOpen('edit') },
            solved
              ? { label: 'Mark Incomplete', icon: <CircleDashed {...icon} />, onSelect: () => settle.mutate() }
              : { label: 'Mark Complete', icon: <CircleCheck {...icon} />, onSelect: () => settle.mutate() },
            { label: 'Delete', icon: <Trash2 {...icon} />, danger: true, onSelect: () => setOpen('delete') },
          ]}
        >
          <Ellipsis size={20} strokeWidth={1.75} />
        </Menu>
      )}
      {can.report && (
        <IconButton label={`Report ${title}`} className={className} onClick={() => setOpen('report')}>
          <Flag {...icon} />
        </IconButton>
      )}
      {open === 'edit' && (
        <Suspense>
          <AskForm assignment={assignment} onClose={close} />
        </Suspense>
      )}
      {open === 'report' && (
        <Suspense>
          <ReportDialog
            what="assignment"
            id={id}
            text={title}
            report={(body) => call(assignmentsApi.report, { params: { id }, body })}
            onClose={close}
          />
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
      onClose()
      onGone?.()
      void invalidateAssignments(client)
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
