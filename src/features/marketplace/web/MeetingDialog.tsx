import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { parseWallClock } from '../../../shared/web/wall-clock.ts'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { meetingsApi } from '../meetings-contract.gen.ts'
import { MeetingInput } from '../meetings-contract.ts'

type Props = { conversationId: string; listingId: string; onClose: () => void }

/** Suggests one of the places of the school, and a time. */
export default function MeetingDialog({ conversationId, listingId, onClose }: Props) {
  const client = useQueryClient()
  const { school_timezone } = useMe()
  const places = useQuery(query(schoolsApi.places))
  const { form, field, choice, failure, isPending } = useContractForm({
    name: `meeting ${conversationId}`,
    initial: () => ({ place: '', time: '' }),
    schema: MeetingInput,
    fieldNames: { place_id: 'place', at: 'time' },
    toBody: ({ place, time }) => ({
      place_id: place === '' ? undefined : Number(place),
      at: parseWallClock(time, school_timezone),
      conversation_id: conversationId,
    }),
    send: (body, idempotencyKey) => call(meetingsApi.create, { params: { id: listingId }, body, idempotencyKey }),
    onSuccess: () => invalidate(client, meetingsApi.show),
    onDone: onClose,
  })
  const options = (places.data?.data ?? []).map(({ id, name, map, hours }) => ({
    value: String(id),
    label: name,
    hint: [map, hours].filter(Boolean).join(' · '),
  }))
  return (
    <FormDialog
      onClose={onClose}
      title="Suggest a place to meet"
      description="Meet in a public place and pay in person."
      form={form}
      formClassName="space-y-5"
      submitLabel="Suggest"
      isPending={isPending}
      pendingLabel="Sending..."
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
    >
      {places.isPending && <Skeleton className="h-24" />}
      {places.isError && (
        <ErrorState
          bare
          text="We couldn’t load the places."
          error={places.error}
          onRetry={() => void places.refetch()}
        />
      )}
      {places.isSuccess && <RadioList label="Where" options={options} {...choice('place')} />}
      <Field label="When" type="datetime-local" hint="In the time of your school" {...field('time')} />
    </FormDialog>
  )
}
