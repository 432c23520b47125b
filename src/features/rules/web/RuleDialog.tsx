import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { rulesApi } from '../contract.gen.ts'
import { type Rule, RuleInput } from '../contract.ts'

type Props = {
  /** Absent: a new one. */
  rule?: Rule | undefined
  /** Of a new one. */
  position: number
  /** For site administrators. */
  school: string
  /** The reasons of reports with their labels. */
  reasons: readonly (readonly [reason: string, label: string])[]
  onClose: () => void
}

/** Adds a rule, or a version of one. */
export default function RuleDialog({ rule, position, school, reasons, onClose }: Props) {
  const client = useQueryClient()
  const { form, field, choice, failure, isPending } = useContractForm({
    name: rule ? `rule ${rule.id}` : `rule of ${school}`,
    initial: () => ({
      title: rule?.title ?? '',
      text: rule?.text ?? '',
      position: String(rule?.position ?? position),
      reasons: rule?.reasons ?? [],
    }),
    schema: RuleInput,
    toBody: (values) => ({ ...values, position: Number(values.position) }),
    send: (body, idempotencyKey) =>
      rule
        ? call(rulesApi.update, { params: { id: rule.id }, body })
        : call(rulesApi.create, { query: { school_id: school || undefined }, body, idempotencyKey }),
    onSuccess: () => invalidate(client, rulesApi),
    onDone: onClose,
  })
  const chosen = choice('reasons')
  return (
    <FormDialog
      onClose={onClose}
      layout="form"
      title={rule ? 'Edit rule' : 'Add rule'}
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      formClassName="space-y-4"
      submitLabel={rule ? 'Save rule' : 'Add rule'}
      isPending={isPending}
      pendingLabel="Saving..."
    >
      <Field label="Title" starred {...field('title')} />
      <Field
        label="Text"
        starred
        multiline
        hint="People read it with every decision that uses the rule."
        {...field('text')}
      />
      <Field
        label="Position"
        type="number"
        min={1}
        inputMode="numeric"
        hint="The rule with the lowest number is first."
        {...field('position')}
      />
      <fieldset>
        <legend className="mb-1 font-medium">Reasons of reports that it answers</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {reasons.map(([reason, label]) => (
            <Checkbox
              key={reason}
              label={label}
              checked={chosen.value.includes(reason)}
              onChange={(isChosen) =>
                chosen.onChange(isChosen ? [...chosen.value, reason] : chosen.value.filter((other) => other !== reason))
              }
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
