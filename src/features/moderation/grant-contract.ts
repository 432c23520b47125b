import { z } from 'zod'
import { emptyEnvelope, idParams, route, siteEnvelope } from '../../shared/contract.ts'
import { grantNames } from '../../shared/grants.ts'
import { schoolFilter } from './lists-contract.ts'

/** The longest time of a grant, in days. */
export const maxGrantDays = 366

/** Students per list. */
export const maxGranted = 200

const Granted = z.object({
  user_id: z.guid(),
  name: z.string(),
  email: z.string(),
  grants: z.array(z.enum(grantNames)),
  /** In seconds. */
  until: z.int(),
  granted_by_name: z.string(),
})
export type Granted = z.infer<typeof Granted>

const grantFields = {
  grants: z.array(z.enum(grantNames, 'Choose what they may do')).transform((names) => [...new Set(names)]),
  /** When they end, in seconds. Required unless all are withdrawn. */
  until: z.int('Choose an end date').optional(),
}
const endsInTime = <S extends z.ZodType<{ grants: readonly string[]; until?: number | undefined }>>(body: S) =>
  body
    .refine(({ grants: names, until }) => names.length === 0 || until !== undefined, {
      path: ['until'],
      error: 'Choose an end date',
    })
    .refine(({ until }) => until === undefined || until > Date.now() / 1000, {
      path: ['until'],
      error: 'Choose a date in the future',
    })
    .refine(({ until }) => until === undefined || until < Date.now() / 1000 + maxGrantDays * 86_400, {
      path: ['until'],
      error: `A grant lasts up to ${maxGrantDays} days`,
    })

/** Which students help on the moderation desk. A grant gives no access to users, analytics and settings. */
export const grants = {
  list: route({
    method: 'GET',
    path: '/admin/grants',
    access: 'admin',
    query: z.object({ school_id: schoolFilter }),
    acrossCells: { rows: 'data', maxRows: maxGranted },
    reply: siteEnvelope(z.array(Granted)),
  }),
  /** Replaces the grants of a student; none withdraws them. 403 for administrators. */
  set: route({
    method: 'PUT',
    path: '/admin/users/:id/grants',
    access: 'admin',
    params: idParams,
    body: endsInTime(z.object(grantFields)),
    reply: emptyEnvelope,
  }),
  /** The same, with the student in the body. */
  setOf: route({
    method: 'PUT',
    path: '/admin/grants',
    access: 'admin',
    body: endsInTime(z.object({ user_id: z.guid('Choose a student'), ...grantFields })),
    reply: emptyEnvelope,
  }),
}
