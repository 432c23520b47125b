import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, findFieldErrors, invalidate } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { professorsApi } from '../contract.gen.ts'
import { AvatarField } from './AvatarField.tsx'
import { ChipsField } from './ChipsField.tsx'
import { DepartmentChoice } from './DepartmentChoice.tsx'
import { isWebsite, type ProfessorFieldErrors, useForm, websiteProblem } from './form.ts'
import { toastFor } from './labels.ts'
import { errorText } from './queries.ts'

const AddDepartment = lazyPart(() => import('./AddDepartment.tsx'))

const texts = {
  department_id: '',
  first_name: '',
  last_name: '',
  title: '',
  email: '',
  website_url: '',
  office_location: '',
  office_hours: '',
  years_teaching: '',
  bio: '',
}
const empty = { ...texts, specializations: [] as readonly string[], courses_taught: [] as readonly string[] }
type ProfessorFormValues = typeof empty

const check = (fields: ProfessorFormValues): ProfessorFieldErrors => ({
  department_id: fields.department_id ? undefined : 'Department is required',
  first_name: fields.first_name.trim() ? undefined : 'First name is required',
  last_name: fields.last_name.trim() ? undefined : 'Last name is required',
  email: /^\s*$|^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(fields.email) ? undefined : 'Invalid email format',
  website_url: isWebsite(fields.website_url) ? undefined : websiteProblem,
  years_teaching:
    /^\s*\d*\s*$/.test(fields.years_teaching) && Number(fields.years_teaching) <= 60
      ? undefined
      : 'Years teaching must be between 0 and 60',
})

/** Adds a missing professor. Keeps the draft until it is added. */
export default function AddProfessor({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const id = useId()
  const [avatar, setAvatar] = useState<File>()
  const [addsDepartment, setAddsDepartment] = useState(false)
  const add = useSubmit({
    form: 'professor',
    drafts: ['professor'],
    send: () => call(professorsApi.create, { form: toFormData(fields, avatar) }),
    onSuccess: () => {
      toast.success('Professor added successfully!', toastFor)
      void invalidate(client, professorsApi)
    },
    onDone: ({ data }) => {
      onClose()
      void navigate(`/rate-my-professor/${data.id}`)
    },
    onError: (error) => void toast.error(errorText(error, 'Failed to add professor')),
  })
  const { form, fields, problems, change, submit } = useForm('professor', empty, {
    check,
    send: () => add.submit(),
  })
  const told = { ...findFieldErrors(add.error), ...problems }
  const field = (name: keyof typeof texts) => ({
    value: fields[name],
    error: told[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  const chips = (name: 'specializations' | 'courses_taught') => ({
    chips: fields[name],
    error: told[name],
    onChange: (next: readonly string[]) => change({ [name]: next }),
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Add Professor"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pendingLabel={add.isPending && 'Adding...'}>
            Add Professor
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="space-y-4 pt-1">
        <DepartmentChoice {...field('department_id')} onAdd={() => setAddsDepartment(true)} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name *" required maxLength={100} {...field('first_name')} />
          <Field label="Last name *" required maxLength={100} {...field('last_name')} />
          <Field label="Title" maxLength={100} hint="e.g. Associate Professor" {...field('title')} />
          <Field label="Years teaching" inputMode="numeric" maxLength={4} {...field('years_teaching')} />
          <Field label="Email" type="email" maxLength={254} {...field('email')} />
          <Field label="Website" inputMode="url" maxLength={200} {...field('website_url')} />
          <Field label="Office location" maxLength={200} {...field('office_location')} />
          <Field label="Office hours" maxLength={200} {...field('office_hours')} />
        </div>
        <Field label="About" multiline maxLength={5000} {...field('bio')} />
        <ChipsField label="Specialization" hint="Add one at a time" {...chips('specializations')} />
        <ChipsField label="Course taught" hint="e.g. CS101 - Algorithms" {...chips('courses_taught')} />
        <AvatarField file={avatar} onChange={setAvatar} error={told.avatar} />
      </form>
      <Suspense>
        {addsDepartment && (
          <AddDepartment
            onClose={() => setAddsDepartment(false)}
            onMade={(department_id) => {
              setAddsDepartment(false)
              change({ department_id })
            }}
          />
        )}
      </Suspense>
    </Dialog>
  )
}

function toFormData(
  { specializations, courses_taught, ...fields }: ProfessorFormValues,
  avatar: File | undefined,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value.trim()) form.set(name, value.trim())
  form.set('specializations', JSON.stringify(specializations))
  form.set('courses_taught', JSON.stringify(courses_taught))
  if (avatar) form.set('avatar', avatar)
  return form
}
