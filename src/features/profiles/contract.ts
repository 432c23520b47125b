import { z } from 'zod'
import { envelope, idParams, route } from '../../shared/contract.ts'

/** What a person has done under their name. */
const Stats = z.object({
  posts: z.int(),
  friends: z.int(),
  /** Events that they organize. */
  events: z.int(),
})

export const profiles = {
  /** The same figures at top level and in `data`. */
  stats: route({
    method: 'GET',
    path: '/api/users/:id/stats',
    params: idParams,
    reply: envelope(Stats).extend(Stats.shape),
  }),
}
