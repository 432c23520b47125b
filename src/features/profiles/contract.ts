import { z } from 'zod'
import { envelope, idParams, route } from '../../shared/contract.ts'

/** Counts of a user's activity under their name. */
const Stats = z.object({
  posts: z.int(),
  friends: z.int(),
  /** Events that the user organizes. */
  events: z.int(),
})

export const profiles = {
  /** The same counts at top level and in `data`. */
  stats: route({
    method: 'GET',
    path: '/api/users/:id/stats',
    params: idParams,
    reply: envelope(Stats).extend(Stats.shape),
  }),
}
