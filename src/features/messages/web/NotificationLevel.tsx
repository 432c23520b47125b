import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation, Level } from '../conversation-contract.ts'
import { patchUnread } from './conversation-cache.ts'

const options: readonly { value: Level; label: string; hint: string }[] = [
  { value: 'all', label: 'All messages', hint: 'Everything that is written here' },
  { value: 'mentions', label: 'Mentions and replies', hint: 'When someone names you with an @ or answers you' },
  { value: 'nothing', label: 'Nothing', hint: 'Muted: it does not count in your badge either' },
]

/** Chooses what of a conversation notifies the viewer. */
export default function NotificationLevel({
  conversation: { id, level, unread_count },
  onClose,
}: {
  conversation: Conversation
  onClose: () => void
}) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(level)
  const change = useLockedMutation({
    mutationFn: (next: Level) => call(conversationsApi.level, { params: { id }, body: { level: next } }),
    onSuccess: (_, next) => {
      patchUnread(client, id, unread_count, { level: next, muted: next === 'nothing' })
      void toast.success('Notifications changed')
    },
    onError: (error) => {
      setChosen(level)
      toast.failure(error, 'Couldn’t update notifications. Try again.')
    },
  })
  return (
    <Dialog open onClose={onClose} title="Notifications">
      <RadioList
        label="Notify me about"
        value={chosen}
        options={options}
        onChange={(next) => {
          if (change.isPending) return
          setChosen(next)
          change.mutate(next)
        }}
      />
    </Dialog>
  )
}
