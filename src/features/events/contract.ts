import { z } from 'zod'
import { answer, paging, route } from '../../shared/contract.ts'
import { Author } from '../people/contract.ts'

export const Event = z.object({
  id: z.guid(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  start_date: z.int(),
  end_date: z.int(),
  max_attendees: z.int().nullable(),
  attendees_count: z.int(),
  image_url: z.string().nullable(),
  tags: z.array(z.string()),
  organizer_id: z.guid(),
  organizer: Author,
  group_id: z.guid().nullable(),
})
export type Event = z.infer<typeof Event>

export const events = {
  upcoming: route({
    method: 'GET',
    path: '/events/upcoming',
    query: z.object({ limit: paging(5).limit }),
    reply: answer(z.array(Event)),
  }),
}
