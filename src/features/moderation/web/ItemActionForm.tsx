import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { casesApi } from '../case-contract.gen.ts'
import { type Case, LabelAction, RemovalAction } from '../case-contract.ts'
import { collisionText } from './cases.ts'
import { LabelFields } from './LabelFields.tsx'
import { sanctionTitles, titled } from './labels.ts'
import { StatementFields } from './StatementFields.tsx'
import { StatementForm } from './StatementForm.tsx'
import type { Defer } from './use-action.ts'

const actions = {
  remove: {
    draft: 'removal',
    schema: RemovalAction,
    verb: 'Remove',
    explanation:
      'It is hidden from everyone, and can be restored. The author reads this in their notifications and can appeal.',
    failure: 'Failed to remove this',
  },
  label: {
    draft: 'label',
    schema: LabelAction,
    verb: 'Label',
    explanation:
      'It stays, below a note or with covered pictures. Its author can’t change that, reads this and can appeal.',
    failure: 'Failed to label this',
  },
} as const
type ItemActionType = keyof typeof actions

type Props = { type: ItemActionType; item: Case; onCancel: () => void; defer: Defer }

/** Removes the item of a case, or adds a note to it or covers its pictures, with a statement for its author. */
export default function ItemActionForm({ type, item, onCancel, defer }: Props) {
  const { report } = item
  const { draft, schema, verb, explanation, failure } = actions[type]
  const client = useQueryClient()
  const form = useContractForm({
    name: `${draft} ${item.id}`,
    initial: () => ({ note: '', sensitive: false, rule: '', facts: '' }),
    schema,
    toBody: ({ rule, facts, ...label }) => ({ type, rule_id: rule, facts, ...(type === 'label' && label) }),
    fieldNames: { rule_id: 'rule' },
    send: (action, idempotencyKey) =>
      defer({
        item,
        type,
        send: () =>
          call(casesApi.settle, {
            params: { id: item.id },
            body: { version: item.version, outcome: 'resolved', action },
            idempotencyKey,
            keepalive: true,
          }),
      }),
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
  })
  const { rule, facts } = form.values
  const problem =
    form.failure && (collisionText(form.failure, true) ?? userMessage(form.failure, failure, { statuses: 'all' }))
  const statement = { school: report.school_id, title: sanctionTitles[type], rule, facts, end: undefined }
  return (
    <StatementForm
      action={{ ...form, statement, problem }}
      type={type}
      submitLabel={`${verb} ${titled(report.content_type).toLowerCase()}`}
      onCancel={onCancel}
    >
      <p className="text-soft">{explanation}</p>
      {type === 'label' && (
        <LabelFields
          note={form.field('note')}
          sensitive={form.choice('sensitive')}
          hasPictures={report.media.length > 0}
        />
      )}
      <StatementFields
        school={report.school_id}
        report={report}
        priority={item.priority}
        rule={form.choice('rule')}
        facts={form.field('facts')}
      />
    </StatementForm>
  )
}
