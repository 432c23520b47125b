import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { findFieldErrors, invalidate, invalidateAll } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useAuth, useMe } from '../../session/web/auth.tsx'
import { peopleApi } from '../contract.gen.ts'

const maxBioLength = 500

/** An inline form for name, bio and location. The input stays when saving fails. */
export function EditProfile({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const { updateProfile } = useAuth()
  const client = useQueryClient()
  const [values, setValues] = useState({ name: me.name, bio: me.bio ?? '', location: me.location ?? '' })
  const save = useLockedMutation({
    mutationFn: () => updateProfile(values),
    onSuccess: () => {
      toast.success('Profile updated!')
      void (values.name.trim() === me.name ? invalidate(client, peopleApi) : invalidateAll(client))
      onClose()
    },
    onError: (error) => void toast.error(error.message || 'Failed to update profile'),
  })
  const problems = findFieldErrors(save.error)
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    error: problems[name],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form
      aria-label="Edit profile"
      onSubmit={submit}
      noValidate
      onKeyDown={({ key }) => key === 'Escape' && !save.isPending && onClose()}
      className="col-span-2 mt-4 grid max-w-2xl gap-4"
    >
      <h1 className="sr-only">Profile</h1>
      <Field
        label="Name"
        autoFocus
        autoComplete="name"
        maxLength={100}
        hint="You can change your name once every 30 days. Your profile shows your previous name during that time."
        {...field('name')}
      />
      <Field
        label="Bio"
        multiline
        maxLength={maxBioLength}
        hint={`${[...values.bio].length} / ${maxBioLength}`}
        {...field('bio')}
      />
      <Field label="Location" maxLength={100} {...field('location')} />
      <div className="flex justify-end gap-3">
        <Button disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pendingLabel={save.isPending && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  )
}
