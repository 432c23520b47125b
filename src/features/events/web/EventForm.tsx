import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraftFields, useSessionState } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import type { Event } from '../contract.ts'
import { eventsApi } from '../routes.gen.ts'
import { type EventFieldErrors, type EventFormValues, readFields, toFormValues, withStart } from './form.ts'
import { invalidateEvents } from './queries.ts'
import { useZone, zoneName } from './school-time.ts'

type Props = {
  /** Absent for a new event. */
  event?: Event
  /** Replaces the request that creates an event of the school. */
  make?: (body: SavedEvent, idempotencyKey: string) => Promise<{ data: Event }>
  onClose: () => void
  onMade?: (id: string) => void
}

type SavedEvent = NonNullable<ReturnType<typeof readFields>['input']> & { image_url: string | null }

const announce = (body: SavedEvent, idempotencyKey: string) => call(eventsApi.create, { body, idempotencyKey })

/**
 * Creates or updates an event. Keeps the draft of a new one until it is created. Shows failures in the form, not as a
 * toast.
 */
export default function EventForm({ event, make = announce, onClose, onMade }: Props) {
  const zone = useZone()
  const client = useQueryClient()
  const form = useId()
  const draft = event ? undefined : 'event'
  const [fields, setFields] = useDraftFields<EventFormValues>(draft, () => toFormValues(event, zone))
  const [picture, setPicture, dropPicture] = useSessionState(draft, event?.image ? [event.image] : [])
  const [problems, setProblems] = useState<EventFieldErrors>({})

  const save = useSubmit({
    form: event ? `event ${event.id}` : 'event',
    ...(draft ? { drafts: [draft] } : {}),
    send: (keyFor, input: NonNullable<ReturnType<typeof readFields>['input']>) => {
      const body = { ...input, image_url: picture[0]?.url ?? null }
      return event ? call(eventsApi.update, { params: { id: event.id }, body }) : make(body, keyFor(body))
    },
    onSuccess: () => void invalidateEvents(client),
    onDraftsSent: dropPicture,
    onDone: ({ data }) => {
      onClose()
      onMade?.(data.id)
    },
  })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    submitted.stopPropagation()
    const { input, problems = {} } = readFields(fields, zone)
    setProblems(problems)
    if (input) save.submit(input)
  }
  const field = (name: keyof EventFormValues) => ({
    value: fields[name],
    error: problems[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={event ? 'Edit event' : 'Create Event'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pendingLabel={save.isPending && 'Saving...'}>
            {event ? 'Save changes' : 'Create Event'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4 pt-1">
        <Field label="Title" maxLength={200} {...field('title')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Starts"
            type="datetime-local"
            {...field('start')}
            onChange={(start) => setFields(withStart(fields, start, zone))}
          />
          <Field label="Ends" type="datetime-local" {...field('end')} />
        </div>
        <p className="-mt-2 text-small text-soft">Times are in {zoneName(zone)}</p>
        <Field label="Location" maxLength={200} {...field('location')} />
        <Field label="Description" multiline maxLength={5000} {...field('description')} />
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
