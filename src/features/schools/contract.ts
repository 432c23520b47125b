import { z } from 'zod'
import { answer, route } from '../../shared/contract.ts'

/** What a visitor is shown of a participating school. */
export const PublicSchool = z.object({
  id: z.guid(),
  name: z.string(),
  short_name: z.string().nullable(),
  city: z.string().nullable(),
  state_province: z.string().nullable(),
  country: z.string(),
  type: z.enum(['university', 'boarding_school']),
  email_domain: z.string(),
})
export type PublicSchool = z.infer<typeof PublicSchool>

const Stats = z.object({ school_name: z.string(), member_count: z.int() })

export const schools = {
  listPublic: route({
    method: 'GET',
    path: '/api/public/schools',
    access: 'public',
    reply: answer(z.array(PublicSchool)),
  }),
  stats: route({ method: 'GET', path: '/api/school/stats', reply: answer(Stats).extend(Stats.shape) }),
}
