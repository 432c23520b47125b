import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useAuth } from '../../session/web/auth.tsx'
import type { account } from '../contract.ts'

const consequences = [
  'Nobody sees your profile, posts and comments any more, from now on.',
  'You are signed out on all devices.',
  'Messages that you sent stay with those who got them, as from “Deleted user”.',
  'For 28 days you can take this back by signing in again. After that it is final.',
]

const choices = [
  [
    'delete',
    'Delete my anonymous posts',
    'They disappear one by one, each on a day of its own, during the next 30 days. What is gone does not come back.',
  ],
  [
    'keep',
    'Keep them without an author',
    'Your name is removed from each of them for ever, one by one, during the next 28 days. Then nobody can tell that you wrote them, not even you.',
  ],
] as const

/** Explains the consequences of a deletion, confirms and deletes. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { logout } = useAuth()
  const [sure, setSure] = useState(false)
  const [anonymous, setAnonymous] = useState<(typeof choices)[number][0]>('delete')
  const remove = useLockedMutation({
    mutationFn: () => call<typeof account.remove>('DELETE /api/users/me', { body: { confirm: true, anonymous } }),
    onSuccess: async ({ message }) => {
      await logout()
      if (message) toast.success(message, 8000)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            disabled={!sure}
            pendingLabel={remove.isPending && 'Deleting...'}
            onClick={() => remove.mutate()}
          >
            Delete my account
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-1.5 pl-5 text-soft">
        {consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <fieldset className="mt-4">
        <legend className="font-medium">What you wrote anonymously</legend>
        {choices.map(([value, label, text]) => (
          <label key={value} className="mt-2 flex min-h-11 cursor-pointer items-start gap-3">
            <input
              type="radio"
              name="anonymous"
              value={value}
              checked={anonymous === value}
              onChange={() => setAnonymous(value)}
              className="mt-0.5 size-5 shrink-0 accent-brand"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-small text-soft">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 font-medium">
        <input
          type="checkbox"
          checked={sure}
          onChange={(event) => setSure(event.target.checked)}
          className="size-5 shrink-0 accent-danger"
        />
        I understand, delete my account
      </label>
      {remove.isError && (
        <p role="alert" className="mt-2 font-medium text-danger">
          {remove.error.message}
        </p>
      )}
    </Dialog>
  )
}
