import type { Viewer } from './auth/viewer.ts'
import type { Db } from './db/pools.ts'
import type { Trx } from './db/transaction.ts'

/** An admin and the request in which they act. */
export type AuditActor = Viewer & { readonly requestId: string }

export const auditActor = ({ viewer, request }: { viewer: Viewer; request: { id: string } }): AuditActor => ({
  ...viewer,
  requestId: viewer.vouched?.requestId ?? request.id,
})

/** One admin action. `school` is the affected school; null for the whole site. */
export type AuditEntry = {
  /** As stored in the log: 'user.ban', 'reports.export'. */
  readonly action: string
  readonly school: string | null
  readonly target?: { readonly type: string; readonly id: string } | undefined
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes log entries in the transaction of the actions, so that no action is committed without its entry. */
export async function recordAudit(db: Db, by: AuditActor, ...acts: readonly AuditEntry[]): Promise<void> {
  if (acts.length === 0) return
  const actor = { actor_id: by.id, actor_name: by.name, request_id: by.requestId }
  await db
    .insertInto('audit_log')
    .values(acts.map((act) => ({ ...toRow(act), ...actor })))
    .execute()
}

/** The same for an action without an account: 'command line', or the name of a setting. */
export async function recordSystemAudit(trx: Trx, actorName: string, act: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ ...toRow(act), actor_name: actorName })
    .execute()
}

const toRow = ({ action, school, target, detail }: AuditEntry) => ({
  school_id: school,
  action,
  target_type: target?.type ?? null,
  target_id: target?.id ?? null,
  detail: JSON.stringify(detail ?? {}),
})

type Reading = { readonly minute: number; readonly written: Promise<void> }

/** Entries for lists read in the current minute, by database, and by admin, list and filters. */
const readingsByDatabase = new WeakMap<Db, Map<string, Reading>>()
const maxReadings = 10_000

/**
 * Records that an admin reads a list of personal data, before it is sent: one entry per admin, list, filters and
 * minute, so that a page that refreshes itself does not fill the log. The filters are the detail; the page number is
 * not part of it.
 */
export async function recordAuditedRead(db: Db, by: AuditActor, act: AuditEntry): Promise<void> {
  const minute = Math.floor(Date.now() / 60_000)
  const key = JSON.stringify([by.id, act.action, act.school, act.detail])
  const readings = readingsByDatabase.get(db) ?? new Map<string, Reading>()
  readingsByDatabase.set(db, readings)
  const known = readings.get(key)
  if (known?.minute === minute) return known.written
  if (readings.size >= maxReadings) readings.clear() // some entries are then written twice
  const written = recordAudit(db, by, act)
  readings.set(key, { minute, written })
  await written.catch((problem) => {
    readings.delete(key)
    throw problem
  })
}
