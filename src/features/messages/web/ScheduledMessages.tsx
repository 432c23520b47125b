import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { storedDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { messageLimits } from '../contract.gen.ts'
import { scheduledMessagesApi } from '../later-contract.gen.ts'
import type { ScheduledMessage } from '../later-contract.ts'
import { LaterDialog } from './LaterDialog.tsx'
import { formatLaterTime } from './later-times.ts'

/** The messages of the viewer that wait for their time. */
export default function ScheduledMessages({ onClose }: { onClose: () => void }) {
  const list = useQuery({ ...query(scheduledMessagesApi.list), staleTime: 0 })
  const [editing, setEditing] = useState<ScheduledMessage>()
  const rows = list.data?.data ?? []
  return (
    <Dialog open onClose={onClose} title="Scheduled messages" layout="form">
      {list.isPending && (
        <div role="status" aria-label="Loading scheduled messages" className="space-y-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
      {list.isError && (
        <ErrorState
          bare
          text="Failed to load scheduled messages"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && rows.length === 0 && <p className="py-8 text-center text-soft">No scheduled messages</p>}
      {rows.length > 0 && (
        <ul aria-label="Scheduled messages" className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="py-3">
              <Waiting row={row} onEdit={() => setEditing(row)} />
            </li>
          ))}
        </ul>
      )}
      {editing && <EditScheduled row={editing} onClose={() => setEditing(undefined)} />}
    </Dialog>
  )
}

function Waiting({ row, onEdit }: { row: ScheduledMessage & { conversation_title: string }; onEdit: () => void }) {
  const { id, content, send_at, failed, conversation_title } = row
  const client = useQueryClient()
  const act = useLockedMutation({
    mutationFn: (action: 'send' | 'remove'): Promise<unknown> =>
      action === 'send'
        ? call(scheduledMessagesApi.send, { params: { id } })
        : call(scheduledMessagesApi.remove, { params: { id } }),
    onSuccess: (_, action) => void toast.success(action === 'send' ? 'Message sent' : 'Scheduled message deleted'),
    onError: (error, action) =>
      toast.failure(error, action === 'send' ? 'Failed to send message' : 'Failed to delete message', {
        statuses: 'all',
      }),
    onSettled: () => invalidate(client, scheduledMessagesApi.list),
  })
  return (
    <>
      <p className="truncate font-semibold">{conversation_title}</p>
      <p className={`text-small ${failed ? 'font-medium text-danger' : 'text-soft'}`}>
        {failed ? 'Could not be sent' : `Will be sent ${formatLaterTime(send_at)}`}
      </p>
      <p dir="auto" className="mt-1 line-clamp-4 wrap-anywhere whitespace-pre-line">
        {content}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onEdit}>Edit</Button>
        <Button disabled={act.isPending} onClick={() => act.mutate('send')}>
          Send now
        </Button>
        <Button variant="ghost" disabled={act.isPending} onClick={() => act.mutate('remove')}>
          Delete
        </Button>
      </div>
    </>
  )
}

function EditScheduled({ row, onClose }: { row: ScheduledMessage; onClose: () => void }) {
  const client = useQueryClient()
  const draft = `edit scheduled ${row.id}`
  const [content, setContent] = useState(() => storedDraft.read(draft) ?? row.content)
  const close = () => {
    storedDraft.write(draft, undefined)
    onClose()
  }
  const save = useLockedMutation({
    mutationFn: (send_at: number) =>
      call(scheduledMessagesApi.update, { params: { id: row.id }, body: { content, send_at } }),
    onSuccess: (_, at) => {
      void toast.success(`Will be sent ${formatLaterTime(at)}`)
      close()
      return invalidate(client, scheduledMessagesApi.list)
    },
    onError: (error) => {
      toast.failure(error, 'Failed to change the message', { statuses: 'all' })
      void invalidate(client, scheduledMessagesApi.list) // it may have been sent meanwhile
    },
  })
  return (
    <LaterDialog
      title="Edit scheduled message"
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={save.isPending}
      initial={row.send_at}
      onSubmit={(at) => save.mutate(at)}
      onClose={close}
    >
      {(submit) => (
        <div>
          <Field multiline label="Message" value={content} maxLength={messageLimits.characters} onChange={setContent} />
          <CrisisCard
            text={content === row.content ? '' : content}
            onPost={content.trim() && !save.isPending ? submit : undefined}
            onSave={() => {
              storedDraft.write(draft, content)
              onClose()
              void toast.success('Draft saved')
            }}
          />
        </div>
      )}
    </LaterDialog>
  )
}
