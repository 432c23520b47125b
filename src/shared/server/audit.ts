import type { Viewer } from './auth/viewer.ts'
import type { Db } from './db/db.ts'

/** An administrator at work: who, and by which request. */
export type AuditActor = Viewer & { readonly requestId: string }

export const auditActor = ({ viewer, request }: { viewer: Viewer; request: { id: string } }): AuditActor => ({
  ...viewer,
  requestId: request.id,
})

/** One act of an administrator. `school` is the one that it concerns; null for the whole site. */
export type AuditEntry = {
  /** As the log shows it: 'user.ban', 'reports.export'. */
  readonly action: string
  readonly school: string | null
  readonly target?: { readonly type: string; readonly id: string } | undefined
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes acts into the log, inside the transaction that they happen in: there is no act without its line. */
export async function recordAudit(trx: Db, by: AuditActor, ...acts: readonly AuditEntry[]): Promise<void> {
  if (acts.length === 0) return
  await trx
    .insertInto('audit_log')
    .values(
      acts.map(({ action, school, target, detail }) => ({
        school_id: school,
        actor_id: by.id,
        actor_name: by.name,
        action,
        target_type: target?.type ?? null,
        target_id: target?.id ?? null,
        detail: JSON.stringify(detail ?? {}),
        request_id: by.requestId,
      })),
    )
    .execute()
}

/** The lines of lists that were read in this minute, by who read which list, with which filters. */
const readings = new Map<string, { readonly minute: number; readonly written: Promise<void> }>()
const maxReadings = 10_000

/**
 * Records that an administrator reads a list of personal data, before it is shown: one line per administrator, list, filters
 * and minute, so that a page that refreshes itself does not fill the log. The filters are the detail; pages are no filter.
 */
export async function recordAuditedRead(db: Db, by: AuditActor, act: AuditEntry): Promise<void> {
  const minute = Math.floor(Date.now() / 60_000)
  const key = JSON.stringify([by.id, act.action, act.school, act.detail])
  const known = readings.get(key)
  if (known?.minute === minute) return known.written
  if (readings.size >= maxReadings) readings.clear() // then some are recorded twice
  const written = recordAudit(db, by, act)
  readings.set(key, { minute, written })
  await written.catch((problem) => {
    readings.delete(key)
    throw problem
  })
}
