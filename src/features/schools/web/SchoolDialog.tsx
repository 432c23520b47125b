import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { isConflict, userMessage } from '../../../shared/web/data/errors.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { schoolsApi } from '../contract.gen.ts'
import { type School, SchoolInput, schoolLimits } from '../contract.ts'

const types = toOptions<School['type']>({ university: 'University', boarding_school: 'Boarding school' })

type SchoolFormValues = Record<
  | 'name'
  | 'short_name'
  | 'email_domain'
  | 'country'
  | 'state_province'
  | 'city'
  | 'timezone'
  | 'student_count'
  | 'minimum_age'
  | 'appeal_days'
  | 'microsoft_tenant',
  string
> & { type: School['type']; is_active: boolean; transparency_public: boolean }

const toFormValues = (school: School | undefined): SchoolFormValues => ({
  name: school?.name ?? '',
  short_name: school?.short_name ?? '',
  email_domain: school?.email_domain ?? '',
  type: school?.type ?? 'university',
  country: school?.country ?? '',
  state_province: school?.state_province ?? '',
  city: school?.city ?? '',
  timezone: school?.timezone ?? 'UTC',
  student_count: String(school?.student_count ?? 0),
  minimum_age: String(school?.minimum_age ?? schoolLimits.lowestAge),
  appeal_days: String(school?.appeal_days ?? schoolLimits.appealDays),
  microsoft_tenant: school?.microsoft_tenant ?? '',
  is_active: school?.is_active ?? true,
  transparency_public: school?.transparency_public ?? false,
})

/** Creates or updates a school. */
export default function SchoolDialog({ school, onClose }: { school: School | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, choice, values, change, isError, failure, isPending } = useContractForm({
    name: school ? `school ${school.id}` : 'school',
    initial: () => toFormValues(school),
    schema: SchoolInput,
    toBody: (values) => ({
      ...values,
      student_count: Number.parseInt(values.student_count, 10) || 0,
      minimum_age: Number(values.minimum_age || schoolLimits.lowestAge),
      appeal_days: Number(values.appeal_days || schoolLimits.appealDays),
    }),
    send: (body, idempotencyKey) =>
      school
        ? call(schoolsApi.update, { params: { id: school.id }, body })
        : call(schoolsApi.create, { body, idempotencyKey }),
    onSuccess: () => invalidateAdmin(client),
    onDone: onClose,
  })
  const isWhole = [values.name, values.email_domain, values.country, values.timezone].every((text) => text.trim())
  const reason = isConflict(failure) ? `: ${userMessage(failure, '', { statuses: [409] })}` : ''
  const section = 'mt-6 mb-3 text-card first:mt-0'
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={school ? 'Edit School' : 'Add New School'}
      problem={isError && `Failed to save school${reason}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            disabled={!isWhole}
            pendingLabel={isPending && 'Saving...'}
          >
            {school ? 'Save school' : 'Add School'}
          </Button>
        </>
      }
    >
      <form {...form}>
        <h3 className={section}>Basic Information</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="School Name *" {...field('name')} />
          <Field label="Short Name" {...field('short_name')} />
          <Field
            label="Email Domain *"
            hint="Anyone with an email address at this domain can join, e.g. northfield.edu"
            {...field('email_domain')}
          />
          <Select label="School Type *" options={types} {...choice('type')} />
        </div>
        <h3 className={section}>Location & Settings</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Country *" {...field('country')} />
          <Field label="State or Province" {...field('state_province')} />
          <Field label="City" {...field('city')} />
          <Field label="Timezone *" list="timezones" hint="e.g. America/New_York or UTC" {...field('timezone')} />
          <datalist id="timezones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        <h3 className={section}>Additional Settings</h3>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Student Count" type="number" min={0} inputMode="numeric" {...field('student_count')} />
          <Field
            label="Minimum Age"
            type="number"
            min={schoolLimits.lowestAge}
            max={schoolLimits.highestAge}
            inputMode="numeric"
            hint="New members confirm this when they accept the terms"
            {...field('minimum_age')}
          />
          <Field
            label="Days to Appeal"
            type="number"
            min={schoolLimits.minAppealDays}
            max={schoolLimits.maxAppealDays}
            inputMode="numeric"
            hint="After them, a removed item is erased"
            {...field('appeal_days')}
          />
          <Field
            label="Microsoft Tenant"
            hint="Only trust Microsoft accounts from this tenant. Leave blank if you’re not sure."
            {...field('microsoft_tenant')}
          />
        </div>
        <Checkbox
          label="Publish the numbers of moderation"
          hint="Everyone can read them at a public address. Members always can."
          checked={values.transparency_public}
          onChange={(transparency_public) => change({ transparency_public })}
          className="mt-3"
        />
        {school && (
          <Checkbox
            label="Active"
            hint="Members of an inactive school can’t sign in."
            checked={values.is_active}
            onChange={(is_active) => change({ is_active })}
            className="mt-3"
          />
        )}
      </form>
    </Dialog>
  )
}
