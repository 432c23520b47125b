import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useAuth } from '../../session/web/auth.tsx'
import { accountApi } from '../contract.gen.ts'

const consequences = [
  'Your profile, posts and comments are hidden right away.',
  'You’ll be signed out on every device.',
  'Messages you’ve sent stay in people’s chats, from “Deleted user”.',
  'Changed your mind? Sign in within 28 days to restore your account. After that, it’s deleted for good.',
]

const choices = [
  [
    'delete',
    'Delete my anonymous posts',
    'They disappear gradually over the next 30 days, so no one can connect them to you. Once gone, they don’t come back.',
  ],
  [
    'keep',
    'Keep them without an author',
    'Your name is permanently removed from each of them over the next 28 days. After that, no one can tell you wrote them, not even you.',
  ],
] as const

/** Explains the consequences of a deletion, confirms and deletes. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { logout } = useAuth()
  const [sure, setSure] = useState(false)
  const [anonymous, setAnonymous] = useState<(typeof choices)[number][0]>('delete')
  const remove = useLockedMutation({
    mutationFn: () => call(accountApi.remove, { body: { confirm: true, anonymous } }),
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
        <legend className="font-medium">Your anonymous posts</legend>
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
      <Checkbox
        danger
        label="I understand, delete my account"
        checked={sure}
        onChange={setSure}
        className="mt-3 font-medium"
      />
      {remove.isError && (
        <p role="alert" className="mt-2 font-medium text-danger">
          {userMessage(remove.error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
    </Dialog>
  )
}
