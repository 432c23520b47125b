import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation, VanishAfter } from '../conversation-contract.ts'
import { vanishLabels } from './vanish-labels.ts'

type Choice = `${VanishAfter}` | 'off'

const options: readonly { value: Choice; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: '86400', label: vanishLabels[86400] },
  { value: '604800', label: vanishLabels[604800] },
  { value: '7776000', label: vanishLabels[7776000] },
]

/** Chooses after what time new messages disappear. */
export default function Vanishing({
  conversation: { id, vanish_after },
  onClose,
}: {
  conversation: Conversation
  onClose: () => void
}) {
  const client = useQueryClient()
  const held: Choice = vanish_after === null ? 'off' : `${vanish_after}`
  const [chosen, setChosen] = useState(held)
  const change = useLockedMutation({
    mutationFn: (next: Choice) =>
      call(conversationsApi.update, {
        params: { id },
        body: { vanish_after: next === 'off' ? null : (Number(next) as VanishAfter) },
      }),
    onSuccess: () => {
      void toast.success('Disappearing messages changed')
      return invalidate(client, { below: conversationsApi.list })
    },
    onError: (error) => {
      setChosen(held)
      toast.failure(error, 'Failed to change disappearing messages', { statuses: 'all' })
    },
  })
  return (
    <Dialog open onClose={onClose} title="Disappearing messages">
      <p className="mb-3 text-soft">
        New messages disappear for everyone after this time. They can still be reported for 48 hours, and people can
        keep what they have copied.
      </p>
      <RadioList
        label="Messages disappear after"
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
