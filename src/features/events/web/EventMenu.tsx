import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call, urlFor } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { invalidateEvents } from './queries.ts'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))
const EventForm = lazyPart(() => import('./EventForm.tsx'))

const icon = { size: 18, strokeWidth: 1.75 }

/** Further actions on an event. `onGone` is called after its deletion. */
export function EventMenu({ event, onGone }: { event: Event; onGone?: () => void }) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'report'>()
  const close = () => setOpen(undefined)
  const items: MenuItem[] = [
    {
      label: 'Add to calendar',
      icon: <CalendarPlus {...icon} />,
      onSelect: () => location.assign(urlFor(eventsApi.ics, { params: { id: event.id } })),
    },
    ...(event.can.edit ? [{ label: 'Edit event', icon: <Pencil {...icon} />, onSelect: () => setOpen('edit') }] : []),
    ...(event.can.delete
      ? [{ label: 'Delete event', icon: <Trash2 {...icon} />, danger: true, onSelect: () => setOpen('delete') }]
      : []),
    ...(event.can.report
      ? [{ label: 'Report event', icon: <Flag {...icon} />, onSelect: () => setOpen('report') }]
      : []),
  ]
  return (
    <>
      <Menu label={`Options for ${event.title}`} items={items} className="-mr-2">
        <Ellipsis size={20} strokeWidth={1.75} />
      </Menu>
      {open === 'report' && (
        <Suspense>
          <ReportDialog
            what="event"
            id={event.id}
            text={event.title}
            success="Report submitted successfully"
            report={(body) => call(eventsApi.report, { params: { id: event.id }, body })}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'edit' && (
        <Suspense>
          <EventForm event={event} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteEvent event={event} onClose={close} {...(onGone ? { onGone } : {})} />}
    </>
  )
}

/** Confirms and deletes. After a failure the dialog stays open without a toast. */
function DeleteEvent({ event, onClose, onGone }: { event: Event; onClose: () => void; onGone?: () => void }) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(eventsApi.remove, { params: { id: event.id } }),
    onSuccess: () => {
      onClose()
      onGone?.()
      void invalidateEvents(client)
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete event"
      question={`Delete “${event.title}”? Everyone who’s going will be notified. You can’t undo this.`}
      confirmLabel="Delete event"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
    />
  )
}
