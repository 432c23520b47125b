import { z } from 'zod'

export const schoolTypes = ['university', 'boarding_school'] as const

/** A participating school as a signed-out client sees it. */
export const PublicSchool = z.object({
  id: z.guid(),
  name: z.string(),
  short_name: z.string().nullable(),
  city: z.string().nullable(),
  state_province: z.string().nullable(),
  country: z.string(),
  type: z.enum(schoolTypes),
  email_domain: z.string(),
})
export type PublicSchool = z.infer<typeof PublicSchool>
