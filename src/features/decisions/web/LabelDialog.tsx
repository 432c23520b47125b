import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import type { ContentItem } from '../../moderation/content-contract.ts'
import { listItemMedia } from '../../moderation/web/ContentRow.tsx'
import { LabelFields } from '../../moderation/web/LabelFields.tsx'
import { StatementDialog } from '../../moderation/web/StatementDialog.tsx'
import { decisionsApi } from '../contract.gen.ts'
import { decisions } from '../contract.ts'
import { describeDecision, quoteItem } from './labels.ts'

/** Adds a note to an item or covers its pictures, with a statement of reasons. */
export default function LabelDialog({ item, onClose }: { item: ContentItem; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, choice, failure, isPending } = useContractForm({
    name: `label ${item.id}`,
    initial: () => ({ note: '', sensitive: false, rule: '', facts: '' }),
    schema: decisions.label.body,
    toBody: ({ rule, ...values }) => ({ type: item.type, rule_id: rule, ...values }),
    fieldNames: { rule_id: 'rule' },
    send: (body, idempotencyKey) => call(decisionsApi.label, { params: { id: item.id }, body, idempotencyKey }),
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  return (
    <StatementDialog
      onClose={onClose}
      title="Label item"
      heading={describeDecision({ action_type: 'label', item: item.type.replaceAll('_', ' ') })}
      quote={quoteItem(item)}
      problem={failure && userMessage(failure, 'Failed to label this', { statuses: 'all' })}
      form={form}
      isPending={isPending}
      pendingLabel="Labelling..."
      school={item.school_id}
      rule={choice('rule')}
      facts={field('facts')}
    >
      <LabelFields note={field('note')} sensitive={choice('sensitive')} hasPictures={listItemMedia(item).length > 0} />
    </StatementDialog>
  )
}
