import { z } from 'zod'
import { route } from '../../shared/contract.ts'

const isId = (text: string) => z.guid().safeParse(text).success

/** Per event stream. */
const maxWatchedPosts = 100

export const live = {
  /** The event stream (`text/event-stream`), with the events of `src/shared/live-events.ts`. */
  stream: route({
    method: 'GET',
    path: '/api/live',
    query: z.object({
      /** Resume position for clients that cannot send `Last-Event-ID`. */
      after: z.string().max(40).optional().catch(undefined),
      /** Comma-separated ids of the posts to subscribe to. */
      posts: z
        .string()
        .max(5000)
        .catch('')
        .transform((list) => list.split(',').filter(isId).slice(0, maxWatchedPosts)),
    }),
  }),
}
