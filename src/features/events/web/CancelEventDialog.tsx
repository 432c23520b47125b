import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { eventsApi } from '../contract.gen.ts'
import { type Event, events, type SeriesScope } from '../contract.ts'
import { invalidateEvents, patchEvent } from './queries.ts'
import { listScopes, scopeNote, scopeQuestion } from './series-label.ts'

/** Cancels an event with a reason. What was typed survives a failure and closing. */
export default function CancelEventDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const client = useQueryClient()
  const params = { id: event.id }
  const { form, field, choice, failure, isPending } = useContractForm({
    name: `cancel event ${event.id}`,
    initial: () => ({ reason: '', scope: 'this' as SeriesScope }),
    schema: events.cancel.body,
    toBody: ({ reason, scope }) => ({ reason, scope }),
    send: (body, idempotencyKey) => call(eventsApi.cancel, { params, body, idempotencyKey }),
    onSuccess: ({ data }) => {
      patchEvent(client, event.id, () => data)
      void invalidateEvents(client)
    },
    onError: () => void invalidateEvents(client),
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Cancel event"
      description={`Everyone who’s going to “${event.title}” will be notified. You can’t undo this.`}
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      variant="danger"
      submitLabel="Cancel event"
      isPending={isPending}
      pendingLabel="Cancelling..."
    >
      {event.series && (
        <div className="mb-4">
          <RadioList label={scopeQuestion} options={listScopes(event)} {...choice('scope')} />
          <p className="mt-1 text-small text-soft">{scopeNote}</p>
        </div>
      )}
      <Field label="Why is the event cancelled? Attendees read this." multiline {...field('reason')} />
    </FormDialog>
  )
}
