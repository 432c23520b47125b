import type { Db } from './db.ts'
import type { Viewer } from './viewer.ts'

/** An administrator at work: who, and by which request. */
export type Operator = Viewer & { readonly requestId: string }

export const operator = ({ viewer, request }: { viewer: Viewer; request: { id: string } }): Operator => ({
  ...viewer,
  requestId: request.id,
})

/** One act of an administrator. `school` is the one that it concerns; null for the whole site. */
export type Act = {
  /** As the log shows it: 'user.ban', 'reports.export'. */
  readonly action: string
  readonly school: string | null
  readonly target?: { readonly type: string; readonly id: string } | undefined
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes acts into the log, inside the transaction that they happen in: there is no act without its line. */
export async function audit(trx: Db, by: Operator, ...acts: readonly Act[]): Promise<void> {
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
