import { useQueryClient } from '@tanstack/react-query'
import { invalidate, invalidateAll } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { ProfileInput } from '../../session/contract.ts'
import { useAuth, useMe } from '../../session/web/auth.tsx'
import { peopleApi } from '../contract.gen.ts'

/** An inline form for name, bio and location. The input stays when saving fails. */
export default function EditProfile({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const { updateProfile } = useAuth()
  const client = useQueryClient()
  const { form, field, values, isPending } = useContractForm({
    name: 'profile',
    hasDraft: false,
    initial: () => ({ name: me.name, bio: me.bio ?? '', location: me.location ?? '' }),
    schema: ProfileInput,
    toBody: (values) => values,
    send: (body) => updateProfile(body),
    onSuccess: () => {
      toast.success('Profile updated!')
      void (values.name.trim() === me.name ? invalidate(client, peopleApi) : invalidateAll(client))
    },
    onDone: onClose,
    onError: (error) => toast.failure(error, 'Failed to update profile', { statuses: 'all' }),
  })
  const bio = field('bio')
  return (
    <form
      {...form}
      aria-label="Edit profile"
      onKeyDown={({ key }) => key === 'Escape' && !isPending && onClose()}
      className="col-span-2 mt-4 grid max-w-2xl gap-4"
    >
      <h1 className="sr-only">Profile</h1>
      <Field
        label="Name"
        autoFocus
        autoComplete="name"
        hint="You can change your name once every 30 days. Your profile shows your previous name during that time."
        {...field('name')}
      />
      <Field label="Bio" multiline hint={`${[...values.bio].length} / ${bio.maxLength}`} {...bio} />
      <Field label="Location" {...field('location')} />
      <div className="flex justify-end gap-3">
        <Button disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pendingLabel={isPending && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  )
}
