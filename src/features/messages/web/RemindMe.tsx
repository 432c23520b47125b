import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Message } from '../contract.ts'
import { remindersApi } from '../later-contract.gen.ts'
import { LaterDialog } from './LaterDialog.tsx'
import { formatLaterTime } from './later-times.ts'

/** Chooses when the viewer is reminded of a message. */
export default function RemindMe({ message: { id }, onClose }: { message: Message; onClose: () => void }) {
  const remind = useLockedMutation({
    mutationFn: (at: number) => call(remindersApi.set, { params: { id }, body: { at } }),
    onSuccess: (_, at) => {
      void toast.success(`You’ll be reminded ${formatLaterTime(at)}`)
      onClose()
    },
    onError: (error) => toast.failure(error, 'Failed to set the reminder', { statuses: 'all' }),
  })
  return (
    <LaterDialog
      title="Remind me"
      submitLabel="Set reminder"
      pendingLabel="Saving..."
      isPending={remind.isPending}
      onSubmit={(at) => remind.mutate(at)}
      onClose={onClose}
    />
  )
}
