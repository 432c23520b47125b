import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { professorsApi } from '../contract.gen.ts'
import { DepartmentInput } from '../contract.ts'
import { toastFor } from './labels.ts'
import { toastFailure } from './queries.ts'

/** Adds a missing department. Keeps the draft until it is added. */
export default function AddDepartment({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const { form, field, isPending } = useContractForm({
    name: 'department',
    initial: () => ({ name: '', short_name: '', description: '', website_url: '' }),
    schema: DepartmentInput,
    toBody: (values) => values,
    send: (body, idempotencyKey) => call(professorsApi.createDepartment, { body, idempotencyKey }),
    onSuccess: async () => {
      toast.success('Department added successfully!', toastFor, 'add department')
      await invalidate(client, professorsApi.departments)
      void invalidate(client, professorsApi.stats)
    },
    onDone: ({ data }) => onMade(data.id),
    onError: (error) => toastFailure(error, 'Failed to add department', 'add department'),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title="Add Department"
      actions={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Adding...'}>
            Add Department
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <Field label="Department name *" {...field('name')} />
        <Field label="Short name" hint="e.g. CS or BIO" {...field('short_name')} />
        <Field label="Description" multiline {...field('description')} />
        <Field label="Website" inputMode="url" {...field('website_url')} />
      </form>
    </Dialog>
  )
}
