import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { checkInsApi } from '../check-in-contract.gen.ts'
import type { Event } from '../contract.ts'

/** For those who opened the event by the code of its poster. */
export function SelfCheckIn({ event, code }: { event: Event; code: string }) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useLockedMutation({
    mutationFn: () => call(checkInsApi.createOwn, { params: { id: event.id }, body: { code } }),
    onSuccess: () => void invalidate(client, checkInsApi.show),
  })
  if (event.user_rsvp !== 'attending')
    return (
      <p className="mt-3 rounded-control bg-gold-soft px-3.5 py-2.5 font-medium">
        Only people who are going can check in.
      </p>
    )
  return (
    <div className="mt-3 rounded-control bg-brand-soft px-3.5 py-2.5">
      <p role="status" className="font-medium">
        {isSuccess ? 'Checked in' : ''}
      </p>
      {error && (
        <p role="alert" className="mb-2 font-medium">
          {userMessage(error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
      {!isSuccess && (
        <Button variant="primary" pendingLabel={isPending && 'Checking in...'} onClick={() => mutate()}>
          Check in
        </Button>
      )}
    </div>
  )
}
