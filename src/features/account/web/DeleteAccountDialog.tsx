import { useState } from 'react'
import type { RequestInput } from '../../../shared/contract.ts'
import { call } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useAuth } from '../../session/web/auth.tsx'
import { accountApi } from '../contract.gen.ts'
import type { account } from '../contract.ts'

const consequences = [
  'Your profile, posts and comments are hidden right away.',
  'You’ll be signed out on every device.',
  'Messages you’ve sent stay in people’s chats, from “Deleted user”.',
  'Changed your mind? Sign in within 28 days to restore your account. After that, it’s deleted for good.',
]

type Choice = NonNullable<RequestInput<typeof account.remove>['body']['anonymous']>
const choices = [
  {
    value: 'delete',
    label: 'Delete my anonymous posts',
    hint: 'They disappear gradually over the next 30 days, so no one can connect them to you. Once gone, they don’t come back.',
  },
  {
    value: 'keep',
    label: 'Keep them without an author',
    hint: 'Your name is permanently removed from each of them over the next 28 days. After that, no one can tell you wrote them, not even you.',
  },
] as const satisfies readonly { value: Choice; label: string; hint: string }[]

/** Explains the consequences of a deletion, confirms and deletes. */
export default function DeleteAccountDialog({
  isBlocked = false,
  onClose,
}: {
  isBlocked?: boolean
  onClose: () => void
}) {
  const { logout } = useAuth()
  const [sure, setSure] = useState(false)
  const [anonymous, setAnonymous] = useState<Choice>('delete')
  const remove = useLockedMutation({
    mutationFn: () => {
      const body = { confirm: true, anonymous } as const
      return isBlocked ? call(accountApi.removeBlocked, { body }) : call(accountApi.remove, { body })
    },
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
      problem={remove.isError && userMessage(remove.error, unknownFailure, { statuses: 'all' })}
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
      <div className="mt-4">
        <RadioList
          label="Your anonymous posts"
          options={choices}
          value={anonymous}
          onChange={setAnonymous}
          className="space-y-2"
        />
      </div>
      <Checkbox
        danger
        label="I understand, delete my account"
        checked={sure}
        onChange={setSure}
        className="mt-3 font-medium"
      />
    </Dialog>
  )
}
