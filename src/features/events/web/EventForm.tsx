import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { plural } from '../../../shared/plural.ts'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { BigLine } from '../../../shared/web/ui/BigLine.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Chip, ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { TagsField } from '../../../shared/web/ui/TagsField.tsx'
import { parseWallClock } from '../../../shared/web/wall-clock.ts'
import { eventLimits, eventsApi } from '../contract.gen.ts'
import { type Event, EventInput, type SeriesScope } from '../contract.ts'
import { CoverField } from './CoverField.tsx'
import { DetailFields } from './DetailFields.tsx'
import { EventPreview } from './EventPreview.tsx'
import {
  checkDuration,
  checkSeries,
  type EventFormValues,
  fieldNames,
  toBody,
  toFormValues,
  withStart,
} from './form.ts'
import { useLastPlaces } from './last-places.ts'
import { invalidateEvents, useEvent } from './queries.ts'
import { listQuickStarts } from './quick-starts.ts'
import { ScopeDialog } from './ScopeDialog.tsx'
import { SeriesFields } from './SeriesFields.tsx'
import { foreignZoneName, formatLongTime, useZone } from './school-time.ts'

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

/** Asks first which dates of a series an edit concerns. */
export default function EventForm(props: Props) {
  const { event, onClose } = props
  const [scope, setScope] = useState<SeriesScope | undefined>(event?.series ? undefined : 'this')
  if (!event) return <Form {...props} scope="this" />
  if (scope === undefined) return <ScopeDialog event={event} onClose={onClose} onChoose={setScope} />
  return <EditForm {...props} id={event.id} scope={scope} />
}

/** Loads the details first, which events of lists do not have. */
function EditForm({ id, ...props }: Props & { id: string; scope: SeriesScope }) {
  const { data, error, refetch } = useEvent(id)
  if (data) return <Form {...props} event={data.data} />
  return (
    <Dialog open layout="form-wide" onClose={props.onClose} title="Edit event">
      {error ? (
        <ErrorState text="We couldn’t load this event." error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading event">
          <Skeleton className="h-40" />
        </div>
      )}
    </Dialog>
  )
}

/**
 * Creates or updates an event. Keeps the draft until it is saved. Shows failures in the form, not as a
 * toast.
 */
function Form({ event, make = announce, place, scope, onClose, onMade }: Props & { scope: SeriesScope }) {
  const zone = useZone()
  const client = useQueryClient()
  const name = event ? `event ${event.id}` : place ? `event in ${place}` : 'event'
  const [picture, setPicture, dropPicture] = useStoredState(`${name} picture`, event?.image ? [event.image] : [])
  const { form, field, choice, values, errors, change, failure, isPending } = useContractForm({
    name,
    initial: (): EventFormValues => toFormValues(event, zone),
    schema: EventInput,
    fieldNames,
    toBody: (values) => ({ ...toBody(values, zone, event), image_url: picture[0]?.url ?? null }),
    check: (values) => ({ ...checkDuration(values, zone), ...checkSeries(values, zone) }),
    send: (body, idempotencyKey) =>
      event ? call(eventsApi.update, { params: { id: event.id }, query: { scope }, body }) : make(body, idempotencyKey),
    onSuccess: () => void invalidateEvents(client),
    onDraftsSent: dropPicture,
    onDone: ({ data }) => {
      onClose()
      onMade?.(data.id)
    },
  })

  const [starts] = useState(() => listQuickStarts(zone))
  const quick = starts.find(({ start }) => start === values.start)
  const [isPicking, setIsPicking] = useState(event !== undefined || !quick)
  const showsTimes = isPicking || !quick || errors.start !== undefined || errors.end !== undefined
  const places = useLastPlaces()
  const setStart = (start: string) => change(withStart(values, start, zone))
  const isPast = (parseWallClock(values.start, zone) ?? Number.POSITIVE_INFINITY) < Date.now() / 1000 && !event
  const zoneHint = foreignZoneName(zone)
  const [from, to] = [parseWallClock(values.start, zone), parseWallClock(values.end, zone)]
  return (
    <Dialog
      open
      layout="form-wide"
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
      <div className="grid gap-6 desk:grid-cols-[minmax(0,1fr)_240px]">
        <form {...form} className="min-w-0 space-y-4">
          <CoverField picture={picture[0]} onChange={(next) => setPicture(next ? [next] : [])} />
          <BigLine size="title" label="Title" {...field('title')} />
          <div>
            <ChipGroup
              label="When"
              labelVisible
              options={[...starts.map(({ label, start }) => [start, label] as const), ['pick', 'Pick…'] as const]}
              value={showsTimes ? 'pick' : values.start}
              onSelect={(start) => {
                setIsPicking(start === 'pick')
                if (start !== 'pick') setStart(start)
              }}
            />
            {showsTimes ? (
              <div className="mt-3 grid gap-4 sm:grid-cols-2">
                <Field
                  label="Starts"
                  type="datetime-local"
                  {...field('start')}
                  {...(isPast ? { hint: 'This start is in the past' } : {})}
                  onChange={setStart}
                />
                <Field label="Ends" type="datetime-local" {...field('end')} />
              </div>
            ) : (
              from !== undefined &&
              to !== undefined && (
                <p className="mt-1.5 text-small text-soft">
                  {formatLongTime({ start_date: from, end_date: to }, zone)}
                </p>
              )
            )}
            {zoneHint && <p className="mt-1.5 text-small text-soft">Times are in {zoneHint}</p>}
          </div>
          <div>
            <Field label="Location" {...field('location')} />
            {places.length > 0 && (
              <ul
                aria-label="Last places"
                className="-mx-5 mt-2 flex gap-2 overflow-x-auto px-5 py-0.5 [scrollbar-width:none] sm:mx-0 sm:px-0.5"
              >
                {places.map((place) => (
                  <li key={place} className="shrink-0">
                    <Chip
                      isPressed={values.location === place}
                      onPress={() => change({ location: place })}
                      className="text-small"
                    >
                      {place}
                    </Chip>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <Field label="Description" multiline {...field('description')} />
          <MoreOptions summary={summarize(values)} open={optionalFields.some((name) => errors[name] !== undefined)}>
            {!event && <SeriesFields values={values} field={field} choice={choice} />}
            <Field
              label="Max attendees (optional)"
              inputMode="numeric"
              hint="Leave blank for no limit"
              {...field('seats')}
            />
            <DetailFields event={event} values={values} field={field} choice={choice} change={change} />
            <TagsField limits={eventLimits} {...choice('tagList')} />
          </MoreOptions>
        </form>
        <EventPreview values={values} picture={picture[0]} />
      </div>
    </Dialog>
  )
}

/** The fields that are folded. */
const optionalFields = [
  'seats',
  'tagList',
  'interval',
  'dates',
  'lastDay',
  'onlineLink',
  'exactLocation',
  'organizers',
] as const

/** 'No limit · no tags'. */
function summarize({ seats, repeat, tagList: { length } }: EventFormValues): string {
  return `${repeat === 'never' ? '' : 'Repeats · '}${seats.trim() ? `${seats.trim()} seats` : 'No limit'} · ${length === 0 ? 'no tags' : plural(length, 'tag')}`
}
