import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, findFieldErrors, invalidateAdmin } from '../../../shared/web/api.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { schoolsApi } from '../contract.gen.ts'
import type { School } from '../contract.ts'

const types = [
  ['university', 'University'],
  ['boarding_school', 'Boarding school'],
] as const

type Form = Record<
  | 'name'
  | 'short_name'
  | 'email_domain'
  | 'country'
  | 'state_province'
  | 'city'
  | 'timezone'
  | 'student_count'
  | 'minimum_age'
  | 'microsoft_tenant',
  string
> & { type: School['type']; is_active: boolean }

const toFormValues = (school: School | undefined): Form => ({
  name: school?.name ?? '',
  short_name: school?.short_name ?? '',
  email_domain: school?.email_domain ?? '',
  type: school?.type ?? 'university',
  country: school?.country ?? '',
  state_province: school?.state_province ?? '',
  city: school?.city ?? '',
  timezone: school?.timezone ?? 'UTC',
  student_count: String(school?.student_count ?? 0),
  minimum_age: String(school?.minimum_age ?? 13),
  microsoft_tenant: school?.microsoft_tenant ?? '',
  is_active: school?.is_active ?? true,
})

/** Creates or updates a school. */
export default function SchoolDialog({ school, onClose }: { school: School | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const [form, setForm] = useState(() => toFormValues(school))
  const change = (to: Partial<Form>) => setForm({ ...form, ...to })
  const save = useSubmit({
    form: school ? `school ${school.id}` : 'school',
    send: (keyFor) => {
      const body = {
        ...form,
        student_count: Number.parseInt(form.student_count, 10) || 0,
        minimum_age: Number(form.minimum_age || 13),
      }
      return school
        ? call(schoolsApi.update, { params: { id: school.id }, body })
        : call(schoolsApi.create, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: () => invalidateAdmin(client),
    onDone: onClose,
  })
  const isWhole = [form.name, form.email_domain, form.country, form.timezone].every((text) => text.trim())
  const fields = findFieldErrors(save.error)
  const field = (name: Exclude<keyof Form, 'type' | 'is_active'>, label: string, more: object = {}) => (
    <Field
      label={label}
      value={form[name]}
      onChange={(value) => change({ [name]: value })}
      error={fields[name]}
      {...more}
    />
  )
  const section = 'mt-6 mb-3 text-card first:mt-0'
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={school ? 'Edit School' : 'Add New School'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!isWhole}
            pendingLabel={save.isPending && 'Saving...'}
            onClick={() => save.submit()}
          >
            {school ? 'Save school' : 'Add School'}
          </Button>
        </>
      }
    >
      <h3 className={section}>Basic Information</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('name', 'School Name *', { required: true, maxLength: 200 })}
        {field('short_name', 'Short Name', { maxLength: 100 })}
        {field('email_domain', 'Email Domain *', {
          required: true,
          hint: 'Anyone with an email address at this domain can join, e.g. northfield.edu',
        })}
        <Select label="School Type *" value={form.type} options={types} onChange={(type) => change({ type })} />
      </div>
      <h3 className={section}>Location & Settings</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('country', 'Country *', { required: true, maxLength: 100 })}
        {field('state_province', 'State or Province', { maxLength: 100 })}
        {field('city', 'City', { maxLength: 100 })}
        {field('timezone', 'Timezone *', {
          required: true,
          list: 'timezones',
          hint: 'e.g. America/New_York or UTC',
        })}
        <datalist id="timezones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <h3 className={section}>Additional Settings</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('student_count', 'Student Count', { type: 'number', min: 0, inputMode: 'numeric' })}
        {field('minimum_age', 'Minimum Age', {
          type: 'number',
          min: 13,
          max: 21,
          inputMode: 'numeric',
          hint: 'New members confirm this when they accept the terms',
        })}
        {field('microsoft_tenant', 'Microsoft Tenant', {
          hint: 'Only trust Microsoft accounts from this tenant. Leave blank if you’re not sure.',
        })}
      </div>
      {school && (
        <Checkbox
          label="Active"
          hint="Members of an inactive school can’t sign in."
          checked={form.is_active}
          onChange={(is_active) => change({ is_active })}
          className="mt-3"
        />
      )}
      {save.isError && (
        <p role="alert" className="mt-3 font-medium text-danger">
          Failed to save school
          {save.error instanceof ApiError && save.error.status === 409 && `: ${save.error.message}`}
        </p>
      )}
    </Dialog>
  )
}
