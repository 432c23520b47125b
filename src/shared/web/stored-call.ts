import type { Reply, Route } from '../contract.ts'
import { type CallOptions, call } from './api.ts'
import type { RouteRef } from './data/route-refs.ts'
import type { StoredCall } from './outbox-item.ts'

/** Describes a call, so that it can be made now, or by the outbox later. */
export const storeCall = <R extends Route>(route: RouteRef<R>, ask: CallOptions<R>): StoredCall<Reply<R>> =>
  ({ route, ...ask }) as unknown as StoredCall<Reply<R>>

/** Makes a stored call. Throws ApiError. Only creates have an Idempotency-Key. */
export const callStored = <Answer>({ route, ...ask }: StoredCall<Answer>, idempotencyKey?: string): Promise<Answer> =>
  call(
    route as RouteRef,
    { ...ask, ...(idempotencyKey ? { idempotencyKey } : {}) } as CallOptions<never>,
  ) as Promise<Answer>
