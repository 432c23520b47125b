import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { eventsApi } from '../contract.gen.ts'
import { type Event, EventInput } from '../contract.ts'
import { checkDuration, type EventFormValues, fieldNames, toBody, toFormValues, withStart } from './form.ts'
import { invalidateEvents } from './queries.ts'
import { parseWallClock, useZone, zoneName } from './school-time.ts'

type EventBody = z.input<typeof EventInput>

type Props = {
  /** Absent for a new event. */
  event?: Event
  /** Replaces the request that creates an event of the school. */
  make?: (body: EventBody, idempotencyKey: string) => Promise<{ data: Event }>
  /** Where the event is created, for its draft. Absent: the school. */
  place?: string
  onClose: () => void
  onMade?: (id: string) => void
}

const announce = (body: EventBody, idempotencyKey: string) => call(eventsApi.create, { body, idempotencyKey })

/**
 * Creates or updates an event. Keeps the draft of a new one until it is created. Shows failures in the form, not as a
 * toast.
 */
export default function EventForm({ event, make = announce, place, onClose, onMade }: Props) {
  const zone = useZone()
  const client = useQueryClient()
  const name = event ? `event ${event.id}` : place ? `event in ${place}` : 'event'
  const [picture, setPicture, dropPicture] = useStoredState(
    event ? undefined : `${name} picture`,
    event?.image ? [event.image] : [],
  )
  const { form, field, values, change, failure, isPending } = useContractForm({
    name,
    hasDraft: !event,
    initial: (): EventFormValues => toFormValues(event, zone),
    schema: EventInput,
    fieldNames,
    toBody: (values) => ({ ...toBody(values, zone), image_url: picture[0]?.url ?? null }),
    check: (values) => checkDuration(values, zone),
    send: (body, idempotencyKey) =>
      event ? call(eventsApi.update, { params: { id: event.id }, body }) : make(body, idempotencyKey),
    onSuccess: () => void invalidateEvents(client),
    onDraftsSent: dropPicture,
    onDone: ({ data }) => {
      onClose()
      onMade?.(data.id)
    },
  })

  const isPast = (parseWallClock(values.start, zone) ?? Number.POSITIVE_INFINITY) < Date.now() / 1000 && !event
  return (
    <Dialog
      open
      onClose={onClose}
      title={event ? 'Edit event' : 'Create Event'}
      problem={formatFailedPost(failure, event ? 'saved' : 'posted')}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Saving...'}>
            {event ? 'Save changes' : 'Create Event'}
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <Field label="Title" {...field('title')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Starts"
            type="datetime-local"
            {...field('start')}
            {...(isPast ? { hint: 'This start is in the past' } : {})}
            onChange={(start) => change(withStart(values, start, zone))}
          />
          <Field label="Ends" type="datetime-local" {...field('end')} />
        </div>
        <p className="-mt-2 text-small text-soft">Times are in {zoneName(zone)}</p>
        <Field label="Location" {...field('location')} />
        <Field label="Description" multiline {...field('description')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Max attendees (optional)"
            inputMode="numeric"
            hint="Leave blank for no limit"
            {...field('seats')}
          />
          <Field label="Tags" hint="Separate with commas" {...field('tags')} />
        </div>
        <PicturesField
          label="Cover photo"
          purpose="event"
          max={1}
          pictures={picture}
          onChange={setPicture}
          failure="Failed to upload event image"
        />
      </form>
    </Dialog>
  )
}
