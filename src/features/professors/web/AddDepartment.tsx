import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call, findFieldErrors, invalidate } from '../../../shared/web/api.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { professorsApi } from '../contract.gen.ts'
import { isWebsite, useForm, websiteProblem } from './form.ts'
import { toastFor } from './labels.ts'
import { errorText } from './queries.ts'

const empty = { name: '', short_name: '', description: '', website_url: '' }

/** Adds a missing department. Keeps the draft until it is added. */
export default function AddDepartment({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const id = useId()
  const add = useSubmit({
    form: 'department',
    drafts: ['department'],
    send: (keyFor) =>
      call(professorsApi.createDepartment, {
        body: fields,
        idempotencyKey: keyFor(fields),
      }),
    onSuccess: async () => {
      toast.success('Department added successfully!', toastFor)
      await invalidate(client, professorsApi.departments)
      void invalidate(client, professorsApi.stats)
    },
    onDone: ({ data }) => onMade(data.id),
    onError: (error) => void toast.error(errorText(error, 'Failed to add department')),
  })
  const { form, fields, problems, change, submit } = useForm('department', empty, {
    check: ({ name, website_url }) => ({
      name: name.trim() ? undefined : 'Department name is required',
      website_url: isWebsite(website_url) ? undefined : websiteProblem,
    }),
    send: () => add.submit(),
  })
  const told = { ...findFieldErrors(add.error), ...problems }
  const field = (name: keyof typeof empty) => ({
    value: fields[name],
    error: told[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Department"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pendingLabel={add.isPending && 'Adding...'}>
            Add Department
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="space-y-4 pt-1">
        <Field label="Department name *" required maxLength={100} {...field('name')} />
        <Field label="Short name" maxLength={100} hint="e.g. CS or BIO" {...field('short_name')} />
        <Field label="Description" multiline maxLength={5000} {...field('description')} />
        <Field label="Website" inputMode="url" maxLength={200} {...field('website_url')} />
      </form>
    </Dialog>
  )
}
