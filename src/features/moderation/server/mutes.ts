import { sql } from 'kysely'
import { defaultSealMode, type SealMode } from '../../../shared/seal-modes.ts'
import { HttpError } from '../../../shared/server/http/errors.ts'
import type { WriteCheck } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import { decisionLock } from './decisions.ts'

type Mute = { readonly id: string; readonly until: number; readonly day: string }
type Writing = { readonly mode: SealMode } & (Mute | { readonly id: null })

/**
 * Refuses anonymous writing of a muted author with 403 `muted_anonymous`. Named writing continues. The mute names no
 * user: it is found by the marks of the writer. Otherwise the item gets the school's mode.
 */
export function registerMutes({ anonymity, pending }: App): void {
  const check: WriteCheck = async (trx, { schoolId, authorId }) => {
    const marks = anonymity.decisionMarks(schoolId, authorId)
    // Two statements: one that waits for the lock would not see the mute that it waited for.
    await sql`select pg_advisory_xact_lock_shared(${decisionLock(marks)})`.execute(trx)
    const { rows } = await sql<Writing>`
      select anonymity_mode as mode, mute.id, floor(extract(epoch from expires_at))::int8 as until,
        to_char(expires_at at time zone schools.timezone, 'FMMonth FMDD, YYYY') as day
      from schools left join lateral (
        select id, expires_at from moderation_actions as action
        where action.school_id = schools.id and author_mark = any (${marks}::bytea[]) and action_type = 'mute'
          and reversed_at is null and expires_at > now()
        order by expires_at desc limit 1
      ) as mute on true
      where schools.id = ${schoolId}`.execute(trx)
    const [writing] = rows
    if (writing && writing.id !== null) throw mutedError(writing)
    return writing?.mode ?? defaultSealMode
  }
  pending.setCheck(check)
}

const mutedError = ({ id, until, day }: Mute) =>
  new HttpError(403, 'muted_anonymous', `You can’t write anonymously until ${day}.`, {
    extra: { muted_until: until, decision_id: id },
  })
