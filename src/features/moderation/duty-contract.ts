import { z } from 'zod'
import { emptyEnvelope, envelope, route, text } from '../../shared/contract.ts'

/** Numbers per school; characters of a name and of a number. */
export const emergencyLimits = { numbers: 5, name: 60, number: 30 }

const EmergencyNumber = z.object({
  name: text({ max: emergencyLimits.name, required: 'Enter a name' }),
  number: text({ max: emergencyLimits.number, required: 'Enter a number' }).pipe(
    z.string().regex(/^[0-9+#*/ ()-]+$/, 'Use digits, spaces and + # * / ( ) -'),
  ),
})
export type EmergencyNumber = z.output<typeof EmergencyNumber>

/** The longest duty, in hours. */
export const maxDutyHours = 24
/** By which the clock of a device may be ahead. */
const clockSeconds = 300

export const duty = {
  show: route({
    method: 'GET',
    path: '/admin/duty',
    access: 'admin',
    grants: ['cases'],
    reply: envelope(
      z.object({
        /** Until when the viewer is on duty, in seconds; null when they are not. */
        until: z.int().nullable(),
        /** Names of the others who are on duty. */
        others: z.array(z.string()),
        numbers: z.array(EmergencyNumber),
      }),
    ),
  }),
  /** Begins or ends the own duty. Moderators on duty are notified of a danger immediately, also in their quiet hours. */
  set: route({
    method: 'PUT',
    path: '/admin/duty',
    access: 'admin',
    grants: ['cases'],
    body: z
      .object({
        /** When it ends, in seconds; null ends it now. */
        until: z.int('Choose how long').nullable(),
      })
      .refine(({ until }) => until === null || until > Date.now() / 1000, {
        path: ['until'],
        error: 'Choose a time in the future',
      })
      .refine(({ until }) => until === null || until <= Date.now() / 1000 + maxDutyHours * 3600 + clockSeconds, {
        path: ['until'],
        error: `A duty lasts up to ${maxDutyHours} hours`,
      }),
    reply: emptyEnvelope,
  }),
  /** Replaces the numbers for reporters of a danger. */
  setNumbers: route({
    method: 'PUT',
    path: '/admin/emergency-numbers',
    access: 'admin',
    body: z.object({
      numbers: z.array(EmergencyNumber).max(emergencyLimits.numbers, `List up to ${emergencyLimits.numbers} numbers`),
    }),
    reply: emptyEnvelope,
  }),
}
