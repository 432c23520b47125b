import { z } from 'zod'

/** What an anonymous text names. */
export const Naming = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('name'), name: z.string() }),
  z.object({ kind: z.enum(['phone', 'email', 'location']) }),
])
export type Naming = z.infer<typeof Naming>

/** A field of anonymous items: the author posts although the text names someone. */
export const confirmedField = { confirmed: z.boolean().optional() }

/** Of routes that check anonymous texts. The code is `names_person`. */
export const namingErrors = { 409: z.object({ what: z.array(Naming).optional() }) }
