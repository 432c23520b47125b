import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { findFieldErrors, invalidate } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { peopleApi } from '../../people/contract.gen.ts'
import { useAuth, useMe } from '../../session/web/auth.tsx'
import { CoverField } from './CoverField.tsx'
import { Section } from './Section.tsx'

/** Further profile fields. Keeps the input when saving fails. */
export function DetailsSection() {
  const me = useMe()
  const { updateProfile } = useAuth()
  const client = useQueryClient()
  const held = {
    major: me.major ?? '',
    graduation_year: me.graduation_year === null ? '' : String(me.graduation_year),
    website: me.website ?? '',
    phone: me.phone ?? '',
  }
  const [typed, setTyped] = useState<Partial<typeof held>>({})
  const values = { ...held, ...typed }
  const isChanged = JSON.stringify(values) !== JSON.stringify(held)
  const save = useLockedMutation({
    mutationFn: () => {
      const year = values.graduation_year.trim()
      return updateProfile({ ...values, graduation_year: year === '' ? null : Number(year) || 0 }) // letters are rejected by the server as year 0
    },
    onSuccess: () => {
      setTyped({})
      toast.success('Profile updated!')
      void invalidate(client, peopleApi)
    },
    onError: (error) => void toast.error(error.message || 'Failed to update profile'),
  })
  const problems = findFieldErrors(save.error)
  const field = (name: keyof typeof held) => ({
    value: values[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    error: problems[name],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate()
  }
  return (
    <Section
      title="Profile details"
      text="Everyone at your school can see these on your profile, except your phone number."
    >
      <CoverField />
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label="Major" maxLength={100} {...field('major')} />
        <Field label="Graduation year" inputMode="numeric" maxLength={4} {...field('graduation_year')} />
        <Field label="Website" type="url" inputMode="url" maxLength={200} autoComplete="url" {...field('website')} />
        <Field
          label="Phone"
          type="tel"
          maxLength={30}
          autoComplete="tel"
          hint="Only you and administrators can see this."
          {...field('phone')}
        />
        <div className="flex justify-end gap-3 sm:col-span-2">
          {isChanged && (
            <Button variant="ghost" disabled={save.isPending} onClick={() => setTyped({})}>
              Discard
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={!isChanged} pendingLabel={save.isPending && 'Saving...'}>
            Save changes
          </Button>
        </div>
      </form>
    </Section>
  )
}
