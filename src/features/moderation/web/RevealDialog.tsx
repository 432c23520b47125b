import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { contentApi } from '../contract.gen.ts'
import { type SealCategory, sealCategories, sealReasonLength } from '../contract.ts'
import { sealCategoryLabels } from './labels.ts'

const options = [
  ['', 'Choose a category'] as const,
  ...sealCategories
    .filter((category) => category !== 'sanction') // Warn, Suspend and Ban open seals with this category
    .map((category) => [category, sealCategoryLabels[category]] as const),
]

type Props = { item: { readonly id: string; readonly type: string }; onClose: () => void }

/** Opens the seal of an anonymous item with a category and a reason. */
export default function RevealDialog({ item, onClose }: Props) {
  const client = useQueryClient()
  const [category, setCategory] = useState<SealCategory | ''>('')
  const [reason, setReason] = useDraft(`reveal ${item.id}`)
  const reveal = useLockedMutation({
    mutationFn: () => {
      const ask = { params: { id: item.id }, body: { type: item.type, reason, category: category || 'other' } }
      return call(contentApi.reveal, ask)
    },
    onSuccess: () => {
      setReason('')
      void invalidateAdmin(client)
    },
  })
  const author = reveal.data?.data
  const isComplete = category !== '' && [...reason.trim()].length >= sealReasonLength.min
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reveal the author?"
      description="This person was promised anonymity. Your name, the category and your reason will be saved in the audit log. Other moderators can see how many authors you reveal, and the author will be notified when the case is closed or after 7 days."
      actions={
        author ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="danger"
              disabled={!isComplete}
              pendingLabel={reveal.isPending && 'Revealing...'}
              onClick={() => reveal.mutate()}
            >
              Reveal now
            </Button>
          </>
        )
      }
    >
      {author ? (
        <p role="status">
          This was written by <span className="font-semibold">{author.name}</span> ({author.email}). You can see the
          name in the report for 60 minutes.
          {author.text_changed && (
            <span className="mt-2 block font-medium text-danger">
              The text was changed after it was posted, so it may not be the author’s.
            </span>
          )}
        </p>
      ) : (
        <>
          <Select label="Category" value={category} options={options} onChange={setCategory} />
          <Field
            label="Reason"
            multiline
            required
            value={reason}
            onChange={setReason}
            maxLength={sealReasonLength.max}
            hint={`At least ${sealReasonLength.min} characters`}
            error={reveal.isError ? reveal.error.message : undefined}
            className="mt-4"
          />
        </>
      )}
    </Dialog>
  )
}
