import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { people } from '../../people/contract.ts'
import { useAuth } from '../../session/web/auth.tsx'

const consequences = [
  'Nobody sees your profile, posts and comments any more, from now on.',
  'You are signed out on all devices.',
  'Messages that you sent stay with those who got them, as from “Deleted user”.',
  'What you wrote anonymously disappears bit by bit during the next 30 days. What is gone by then does not come back.',
  'For 28 days you can take this back by signing in again. After that it is final.',
]

/** Tells what a deletion means, asks, and deletes. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { logout } = useAuth()
  const [sure, setSure] = useState(false)
  const remove = useLockedMutation({
    mutationFn: () => call<typeof people.remove>('DELETE /api/users/me', { body: { confirm: true } }),
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
            look="danger"
            disabled={!sure}
            busy={remove.isPending && 'Deleting...'}
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
