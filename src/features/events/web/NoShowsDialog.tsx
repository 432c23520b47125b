import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { checkInsApi } from '../check-in-contract.gen.ts'
import { checkIns, type NoShow } from '../check-in-contract.ts'
import { dayNumber, monthName, useZone, weekdayAndTime } from './school-time.ts'

/** The events that the viewer missed, each with what they say about it. */
export default function NoShowsDialog({ onClose }: { onClose: () => void }) {
  const found = useQuery(query(checkInsApi.noShows))
  const events = found.data?.data
  return (
    <Dialog
      open
      onClose={onClose}
      title="Events you missed"
      description="Only you see this list. An event leaves it when its host checks you in, or after 120 days."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {found.isPending && <Skeleton className="h-24" />}
      {found.isError && (
        <ErrorState bare text="We couldn’t load this." error={found.error} onRetry={() => void found.refetch()} />
      )}
      {events?.length === 0 && <p className="text-soft">You missed no event.</p>}
      <ul className="divide-y divide-line">
        {events?.map((event) => (
          <Missed key={event.event_id} event={event} />
        ))}
      </ul>
    </Dialog>
  )
}

function Missed({ event }: { event: NoShow }) {
  const client = useQueryClient()
  const zone = useZone()
  const { form, field, failure, isPending } = useContractForm({
    name: `no-show ${event.event_id}`,
    initial: () => ({ text: '' }),
    schema: checkIns.contest.body,
    toBody: ({ text }) => ({ text }),
    send: (body, idempotencyKey) => call(checkInsApi.contest, { params: { id: event.event_id }, body, idempotencyKey }),
    onSuccess() {
      toast.success('The host was notified')
      return invalidate(client, checkInsApi)
    },
  })
  return (
    <li className="py-3">
      <p className="font-medium wrap-anywhere">{event.title}</p>
      <p className="text-small text-soft">{`${monthName(event.start_date, zone)} ${dayNumber(event.start_date, zone)}, ${weekdayAndTime(event.start_date, zone)}`}</p>
      {event.contest === null ? (
        <form {...form} className="mt-2">
          {failure && <Banner text={userMessage(failure, 'Failed to tell the host', { statuses: [409] })} />}
          <Field label="Were you there? Tell the host" multiline {...field('text')} />
          <Button type="submit" className="mt-2" pendingLabel={isPending && 'Sending...'}>
            Tell the host
          </Button>
        </form>
      ) : (
        <p className="mt-1 wrap-anywhere text-soft">You wrote to the host: “{event.contest}”</p>
      )}
    </li>
  )
}
