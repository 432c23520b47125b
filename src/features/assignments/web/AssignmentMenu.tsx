import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Ellipsis, Pencil, Send, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { shareAddress } from '../../../shared/share-kinds.ts'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { SendLink } from '../../../shared/web/ui/SendLink.tsx'
import { ReportButton } from '../../moderation/web/ReportButton.tsx'
import { HideButton } from '../../people/web/HideButton.tsx'
import { assignmentsApi } from '../contract.gen.ts'
import type { Assignment } from '../contract.ts'
import { removeQuestion, useSettle } from './queries.ts'

const AskForm = lazyPart(() => import('./AskForm.tsx'))

type Props = { assignment: Assignment; className?: string; onGone?: () => void }

/** Send for all. Edit, complete, incomplete and delete for the author; report for other users. */
export function AssignmentMenu({ assignment, className = '', onGone }: Props) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
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
            { label: 'Send in a message', icon: <Icon icon={Send} size={18} />, to: shareAddress('question', id) },
            { label: 'Edit', icon: <Icon icon={Pencil} size={18} />, onSelect: () => setOpen('edit') },
            solved
              ? {
                  label: 'Mark Incomplete',
                  icon: <Icon icon={CircleDashed} size={18} />,
                  onSelect: () => settle.mutate(),
                }
              : {
                  label: 'Mark Complete',
                  icon: <Icon icon={CircleCheck} size={18} />,
                  onSelect: () => settle.mutate(),
                },
            {
              label: 'Delete',
              icon: <Icon icon={Trash2} size={18} />,
              danger: true,
              onSelect: () => setOpen('delete'),
            },
          ]}
        >
          <Icon icon={Ellipsis} />
        </Menu>
      )}
      {!can.edit && <SendLink kind="question" id={id} name={title} className={className} />}
      {can.report && <HideButton label={`Hide ${title}`} kind="assignment" id={id} className={className} />}
      {can.report && (
        <ReportButton
          label={`Report ${title}`}
          className={className}
          what="assignment"
          id={id}
          text={title}
          report={(body) => call(assignmentsApi.report, { params: { id }, body })}
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
