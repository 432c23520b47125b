import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { peopleApi } from '../../people/contract.gen.ts'
import { type Me, ProfileInput } from '../../session/contract.ts'
import { useAuth, useMe } from '../../session/web/auth.tsx'
import { CoverField } from './CoverField.tsx'
import { Section } from './Section.tsx'

const toFormValues = ({ major, graduation_year, website, phone }: Me) => ({
  major: major ?? '',
  graduation_year: graduation_year?.toString() ?? '',
  website: website ?? '',
  phone: phone ?? '',
})

/** Further profile fields. Keeps the input when saving fails. */
export default function DetailsSection() {
  const me = useMe()
  const { updateProfile } = useAuth()
  const client = useQueryClient()
  const { form, field, isChanged, discard, isPending } = useContractForm({
    name: 'profile details',
    hasDraft: false,
    initial: () => toFormValues(me),
    schema: ProfileInput,
    toBody: ({ graduation_year: year, ...values }) => ({
      ...values,
      graduation_year: year.trim() === '' ? null : Number(year) || 0, // letters are an invalid year too
    }),
    send: (body) => updateProfile(body),
    toSaved: toFormValues,
    onSuccess: () => {
      toast.success('Profile updated!')
      void invalidate(client, peopleApi)
    },
    onError: (error) => toast.failure(error, 'Failed to update profile', { statuses: 'all' }),
  })
  return (
    <Section
      title="Profile details"
      text="Everyone at your school can see these on your profile, except your phone number."
    >
      <CoverField />
      <form {...form} className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Major" {...field('major')} />
        <Field label="Graduation year" inputMode="numeric" {...field('graduation_year')} />
        <Field label="Website" type="url" inputMode="url" autoComplete="url" {...field('website')} />
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          hint="Only you and administrators can see this."
          {...field('phone')}
        />
        <div className="flex justify-end gap-3 sm:col-span-2">
          {isChanged && (
            <Button variant="ghost" disabled={isPending} onClick={discard}>
              Discard
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={!isChanged} pendingLabel={isPending && 'Saving...'}>
            Save changes
          </Button>
        </div>
      </form>
    </Section>
  )
}
