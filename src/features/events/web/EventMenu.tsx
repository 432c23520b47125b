import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, CalendarX, Ellipsis, Flag, Pencil, Send, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { shareAddress } from '../../../shared/share-kinds.ts'
import { call, urlFor } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { useSafetyItems } from '../../people/web/safety.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { removeEvent } from './queries.ts'

const EventForm = lazyPart(() => import('./EventForm.tsx'))
const CancelEventDialog = lazyPart(() => import('./CancelEventDialog.tsx'))

/** What can be done with an event, and the dialogs of it. `onGone` is called after its deletion. */
export function useEventActions(event: Event, onGone?: () => void) {
  const [open, setOpen] = useState<'edit' | 'cancel' | 'delete' | 'report'>()
  const close = () => setOpen(undefined)
  const dialogs = (
    <>
      {open === 'report' && (
        <LazyReportDialog
          what="event"
          id={event.id}
          text={event.title}
          success="Report submitted successfully"
          report={(body) => call(eventsApi.report, { params: { id: event.id }, body })}
          onClose={close}
        />
      )}
      {open === 'edit' && (
        <Suspense>
          <EventForm event={event} onClose={close} />
        </Suspense>
      )}
      {open === 'cancel' && (
        <Suspense>
          <CancelEventDialog event={event} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteEvent event={event} onClose={close} {...(onGone ? { onGone } : {})} />}
    </>
  )
  return {
    addToCalendar: () => location.assign(urlFor(eventsApi.ics, { params: { id: event.id } })),
    edit: () => setOpen('edit'),
    cancel: () => setOpen('cancel'),
    remove: () => setOpen('delete'),
    report: () => setOpen('report'),
    dialogs,
  }
}

type MenuProps = {
  event: Event
  /** Without the actions that the page of the event shows as buttons. */
  isShort?: boolean
  className?: string
  onGone?: () => void
}

/** Further actions on an event. */
export function EventMenu({ event, isShort = false, className = '-mr-2', onGone }: MenuProps) {
  const { addToCalendar, edit, cancel, remove, report, dialogs } = useEventActions(event, onGone)
  const safetyItems = useSafetyItems({ kind: 'event', id: event.id }, event.organizer)
  const items: MenuItem[] = [
    ...(isShort
      ? []
      : [{ label: 'Add to calendar', icon: <Icon icon={CalendarPlus} size={18} />, onSelect: addToCalendar }]),
    { label: 'Send in a message', icon: <Icon icon={Send} size={18} />, to: shareAddress('event', event.id) },
    ...(event.can.edit && !isShort
      ? [{ label: 'Edit event', icon: <Icon icon={Pencil} size={18} />, onSelect: edit }]
      : []),
    ...(event.can.cancel && !isShort
      ? [{ label: 'Cancel event', icon: <Icon icon={CalendarX} size={18} />, onSelect: cancel }]
      : []),
    ...(event.can.delete && !isShort
      ? [{ label: 'Delete event', icon: <Icon icon={Trash2} size={18} />, danger: true, onSelect: remove }]
      : []),
    ...(event.can.report ? safetyItems : []),
    ...(event.can.report ? [{ label: 'Report event', icon: <Icon icon={Flag} size={18} />, onSelect: report }] : []),
  ]
  return (
    <>
      <Menu label={`Options for ${event.title}`} items={items} className={className}>
        <Icon icon={Ellipsis} />
      </Menu>
      {dialogs}
    </>
  )
}

/** Confirms and deletes. After a failure the dialog stays open without a toast. */
function DeleteEvent({ event, onClose, onGone }: { event: Event; onClose: () => void; onGone?: () => void }) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(eventsApi.remove, { params: { id: event.id } }),
    onSuccess: () => {
      removeEvent(client, event.id)
      onClose()
      onGone?.()
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
