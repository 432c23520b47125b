import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { adminApi } from '../contract.gen.ts'
import { admin, type Person } from '../contract.ts'

const answers = [
  ['', 'Choose'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** Sets whether a student has the defaults for minors. What is set is not shown, to anyone. */
export default function MinorDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { form, choice, values, failure, isPending } = useContractForm({
    name: `minor ${person.id}`,
    hasDraft: false,
    initial: () => ({ answer: '' }),
    schema: admin.setMinor.body,
    toBody: ({ answer }) => ({ is_minor: answer === 'yes' }),
    send: (body) => call(adminApi.setMinor, { params: { id: person.id }, body }),
    onDone: () => {
      onClose()
      toast.success('Saved', 4000)
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Is ${person.name} a minor?`}
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      submitLabel="Save"
      isPending={isPending}
      pendingLabel="Saving..."
      disabled={!values.answer}
    >
      <p className="mb-4 text-soft">
        Minors start with protective settings. Only they can see that it applies to them; your answer is not shown
        again, and the audit log has it.
      </p>
      <Select label="Minor" options={answers} {...choice('answer')} />
    </FormDialog>
  )
}
