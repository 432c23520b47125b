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
import { requestOptions } from './labels.ts'

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
  | 'listing_days'
  | 'prohibited_items'
  | 'open_events'
  | 'reports_per_day'
  | 'anonymous_per_day'
  | 'microsoft_tenant',
  string
> & {
  type: School['type']
  default_requests: School['default_requests']
  is_active: boolean
  transparency_public: boolean
  no_show_rule: boolean
}

/** Per person and day, at a new school. */
const proposed = { reports: 50, anonymous: 50 }

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
  listing_days: String(school?.listing_days ?? ''),
  prohibited_items: (school?.prohibited_items ?? []).join('\n'),
  open_events: String(school?.open_events ?? ''),
  reports_per_day: String(school ? (school.reports_per_day ?? '') : proposed.reports),
  anonymous_per_day: String(school ? (school.anonymous_per_day ?? '') : proposed.anonymous),
  microsoft_tenant: school?.microsoft_tenant ?? '',
  is_active: school?.is_active ?? true,
  transparency_public: school?.transparency_public ?? false,
  no_show_rule: school?.no_show_rule ?? false,
  default_requests: school?.default_requests ?? 'everyone',
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
      listing_days: values.listing_days ? Number(values.listing_days) : null,
      prohibited_items: values.prohibited_items.split('\n').filter((line) => line.trim()),
      open_events: values.open_events ? Number(values.open_events) : null,
      reports_per_day: values.reports_per_day ? Number(values.reports_per_day) : null,
      anonymous_per_day: values.anonymous_per_day ? Number(values.anonymous_per_day) : null,
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
            label="Days of a Listing"
            type="number"
            min={schoolLimits.minListingDays}
            max={schoolLimits.maxListingDays}
            inputMode="numeric"
            hint="Then it expires, unless its seller renews it. Leave blank if listings don’t expire."
            {...field('listing_days')}
          />
          <Field
            label="Open Events per Person"
            type="number"
            min={1}
            max={schoolLimits.openEvents}
            inputMode="numeric"
            hint="That are still to come. Leave blank for any number; 5 is enough for most schools."
            {...field('open_events')}
          />
          <Field
            label="Reports per Person and Day"
            type="number"
            min={1}
            max={schoolLimits.perDay}
            inputMode="numeric"
            hint="Leave blank for 50."
            {...field('reports_per_day')}
          />
          <Field
            label="Anonymous Items per Person and Day"
            type="number"
            min={1}
            max={schoolLimits.perDay}
            inputMode="numeric"
            hint="Of each kind. Leave blank for any number."
            {...field('anonymous_per_day')}
          />
          <Field
            label="Prohibited Items"
            multiline
            hint="One per line. A listing with one of these words goes to the moderators."
            {...field('prohibited_items')}
          />
          <Select label="Messages Without a Request" options={requestOptions} {...choice('default_requests')} />
          <Field
            label="Microsoft Tenant"
            hint="Only trust Microsoft accounts from this tenant. Leave blank if you’re not sure."
            {...field('microsoft_tenant')}
          />
        </div>
        <Checkbox
          label="Absence counts for waitlists"
          hint="Who missed three events in 120 days waits behind the others for seats. Pages of full events say so."
          checked={values.no_show_rule}
          onChange={(no_show_rule) => change({ no_show_rule })}
        />
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
