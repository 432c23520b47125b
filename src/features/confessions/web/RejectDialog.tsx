import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { missingFacts } from '../../moderation/contract.ts'
import { StatementDialog } from '../../moderation/web/StatementDialog.tsx'
import { waitingConfessionsApi } from '../waiting-contract.gen.ts'
import { type WaitingConfession, waitingConfessions } from '../waiting-contract.ts'

/** Rejects a confession with a statement of reasons for its author. */
export default function RejectDialog({ confession, onClose }: { confession: WaitingConfession; onClose: () => void }) {
  const client = useQueryClient()
  const { id, school_id, content } = confession
  const { form, field, choice, failure, isPending } = useContractForm({
    name: `reject ${id}`,
    initial: () => ({ rule: '', facts: '' }),
    schema: waitingConfessions.reject.body,
    toBody: ({ rule, facts }) => ({ reason: facts, ...(rule ? { rule_id: rule } : {}) }),
    fieldNames: { rule_id: 'rule', reason: 'facts' },
    check: ({ facts }): { facts?: string } => (facts.trim() ? {} : { facts: missingFacts }),
    send: (body) => call(waitingConfessionsApi.reject, { params: { id }, body }),
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  return (
    <StatementDialog
      onClose={onClose}
      title="Reject confession"
      heading="Your confession was removed"
      quote={content}
      problem={failure && userMessage(failure, 'Failed to reject this', { statuses: 'all' })}
      form={form}
      variant="danger"
      isPending={isPending}
      pendingLabel="Rejecting..."
      school={school_id}
      rule={choice('rule')}
      facts={field('facts')}
    >
      <p className="mt-3 text-soft">
        It does not appear. Its author reads this in their notifications and can appeal. You don’t learn who it is.
      </p>
    </StatementDialog>
  )
}
