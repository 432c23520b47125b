import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../shared/contract.ts'
import { needsSecondPerson } from '../../../shared/seal-modes.ts'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { contentApi } from '../content-contract.gen.ts'
import { content } from '../content-contract.ts'
import { type SealCategory, sealCategories, sealReasonLength } from '../seal-contract.ts'
import { closedSealText, sealCategoryLabels } from './labels.ts'
import { RequestSealDialog } from './RequestSealDialog.tsx'
import { RevealedAuthor } from './RevealedAuthor.tsx'
import type { RevealProps } from './seals.ts'

const options = [
  ['', 'Choose a category'] as const,
  ...sealCategories
    .filter((category) => category !== 'sanction') // Warn, Suspend and Ban open seals with this category
    .map((category) => [category, sealCategoryLabels[category]] as const),
]

/** Opens the seal of an anonymous item, or requests it where two people do. */
export default function RevealDialog({ item, onClose }: RevealProps) {
  if (needsSecondPerson(item.mode)) return <RequestSealDialog item={item} onClose={onClose} />
  return item.mode === 'none' ? (
    <Dialog open onClose={onClose} title="Reveal the author?" actions={<Button onClick={onClose}>Done</Button>}>
      <p>{closedSealText}</p>
    </Dialog>
  ) : (
    <RevealAlone item={item} onClose={onClose} />
  )
}

function RevealAlone({ item, onClose }: RevealProps) {
  const client = useQueryClient()
  const [author, setAuthor] = useState<Reply<typeof content.reveal>['data']>()
  const { form, field, choice, values, failure, isPending } = useContractForm({
    name: `reveal ${item.id}`,
    initial: () => ({ category: '' as SealCategory | '', reason: '' }),
    schema: content.reveal.body,
    toBody: (values) => ({ ...values, type: item.type }),
    send: (body) => call(contentApi.reveal, { params: { id: item.id }, body }),
    onSuccess: () => void invalidateAdmin(client),
    onDone: ({ data }) => setAuthor(data),
  })
  const isComplete = values.category !== '' && [...values.reason.trim()].length >= sealReasonLength.min
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reveal the author?"
      problem={failure?.message}
      description="This person was promised anonymity. Your name, the category and your reason will be saved in the audit log. Other moderators can see how many authors you reveal, and the author will be notified when the case is closed or after 7 days."
      actions={
        author ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="danger"
              type="submit"
              form={form.id}
              disabled={!isComplete}
              pendingLabel={isPending && 'Revealing...'}
            >
              Reveal now
            </Button>
          </>
        )
      }
    >
      {author ? (
        <RevealedAuthor author={author} />
      ) : (
        <form {...form}>
          <Select label="Category" options={options} {...choice('category')} />
          <Field
            label="Reason"
            starred
            multiline
            hint={`At least ${sealReasonLength.min} characters`}
            className="mt-4"
            {...field('reason')}
          />
        </form>
      )}
    </Dialog>
  )
}
