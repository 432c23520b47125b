import { sql } from 'kysely'
import { plural } from '../../../shared/plural.ts'
import { defaultSealMode, type SealMode } from '../../../shared/seal-modes.ts'
import { afterRollback } from '../../../shared/server/db/transaction.ts'
import { HttpError, limitReached } from '../../../shared/server/http/errors.ts'
import type { WriteCheck } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import { decisionLock } from './decisions.ts'

type Mute = { readonly id: string; readonly until: number; readonly day: string }
type Writing = { readonly mode: SealMode; readonly per_day: number | null } & (Mute | { readonly id: null })

/**
 * Refuses anonymous writing of a muted author with 403 `muted_anonymous`. Named writing continues. The mute names no
 * user: it is found by the marks of the writer. Otherwise the item gets the school's mode, unless
 * the school limits how many a person writes per day.
 */
export function registerMutes({ anonymity, limits, pending }: App): void {
  const check: WriteCheck = async (trx, { schoolId, authorId, kind }, { isNew }) => {
    const marks = await anonymity.decisionMarks(schoolId, authorId)
    // Two statements: one that waits for the lock would not see the mute that it waited for.
    await sql`select pg_advisory_xact_lock_shared(${decisionLock(marks)})`.execute(trx)
    const { rows } = await sql<Writing>`
      select anonymity_mode as mode, anonymous_per_day as per_day, mute.id, floor(extract(epoch from expires_at))::int8 as until,
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
    const limit = isNew ? writing?.per_day : null
    if (limit) {
      // Only in the limiter, and hashed: a table would say who wrote how much anonymously.
      const key = (await anonymity.keyedHash('anonymous per day', schoolId, authorId, kind)).toString('base64url')
      const revert = await limits.takeDaily(key, limit)
      if (!revert) throw anonymousLimit(limit)
      afterRollback(trx, revert)
    }
    return writing?.mode ?? defaultSealMode
  }
  pending.setCheck(check)
}

const anonymousLimit = (limit: number) =>
  limitReached(
    `Your school allows ${plural(limit, 'anonymous item')} of a kind per day. Post it under your name, or try again tomorrow.`,
    daySeconds - (Math.floor(Date.now() / 1000) % daySeconds),
  )

const daySeconds = 86_400

const mutedError = ({ id, until, day }: Mute) =>
  new HttpError(403, 'muted_anonymous', `You can’t write anonymously until ${day}.`, {
    extra: { muted_until: until, decision_id: id },
  })
