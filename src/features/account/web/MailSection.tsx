import { useMutation } from '@tanstack/react-query'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { NotificationChoices } from '../../notifications/web/NotificationChoices.tsx'
import { useAuth, useMe } from '../../session/web/auth.tsx'
import { Section } from './Section.tsx'

/** Email preferences. */
export function MailSection() {
  const { email, email_notifications } = useMe()
  const { updateProfile } = useAuth()
  const save = useMutation({
    mutationFn: (wanted: boolean) => updateProfile({ email_notifications: wanted }),
    onSuccess: () => void toast.success('Profile updated!'),
    onError: (error) => toast.failure(error, unknownFailure, { statuses: 'all' }),
  })
  const isWanted = save.isPending ? save.variables : email_notifications
  return (
    <Section title="Notifications" id="notifications">
      <Checkbox
        top
        label={
          <>
            Send notification emails to <span className="inline-block font-medium wrap-anywhere">{email}</span>
          </>
        }
        hint="When this is off, you won’t get any of the emails below. We’ll still email you about moderator decisions on your account."
        checked={isWanted}
        disabled={save.isPending}
        onChange={save.mutate}
      />
      <div className="mt-3 border-t border-line pt-2">
        <NotificationChoices />
      </div>
    </Section>
  )
}
