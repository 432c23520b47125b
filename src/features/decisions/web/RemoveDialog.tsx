import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import type { ContentItem } from '../../moderation/content-contract.ts'
import { StatementDialog } from '../../moderation/web/StatementDialog.tsx'
import { decisionsApi } from '../contract.gen.ts'
import { decisions } from '../contract.ts'
import { describeDecision, quoteItem } from './labels.ts'

type Props = { item: ContentItem; onDeleted: () => void; onClose: () => void }

/** Removes one item with a statement of reasons. It can be restored, unless it is erased. */
export default function RemoveDialog({ item, onDeleted, onClose }: Props) {
  const client = useQueryClient()
  const { form, field, choice, failure, isPending } = useContractForm({
    name: `remove ${item.id}`,
    initial: () => ({ rule: '', facts: '', erase: false }),
    schema: decisions.withhold.body,
    toBody: ({ rule, facts, erase }) => ({ type: item.type, rule_id: rule, facts, ...(erase ? { erase } : {}) }),
    fieldNames: { rule_id: 'rule' },
    send: (body) => call(decisionsApi.withhold, { params: { id: item.id }, body }),
    onSuccess: onDeleted,
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  const erase = choice('erase')
  return (
    <StatementDialog
      onClose={onClose}
      title="Delete item"
      heading={describeDecision({ action_type: 'remove', item: item.type.replaceAll('_', ' ') })}
      quote={quoteItem(item)}
      problem={failure && userMessage(failure, 'Failed to delete content', { statuses: 'all' })}
      form={form}
      variant="danger"
      isPending={isPending}
      pendingLabel="Deleting..."
      school={item.school_id}
      rule={choice('rule')}
      facts={field('facts')}
      footer={
        <Checkbox
          danger
          top
          label="Erase now"
          hint="For intimate pictures and the like. The item can’t be restored, even after an appeal."
          checked={erase.value}
          onChange={erase.onChange}
          className="mt-3"
        />
      }
    />
  )
}
