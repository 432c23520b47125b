import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Level } from '../conversation-contract.ts'

/**
 * SQL of what notifies a participant. Those who have not chosen are notified of everything that is written to them, and
 * in larger conversations of mentions and replies.
 */
export const effectiveLevel = (participant: 'me' | 'participants') => sql<Level>`(case
  when ${sql.ref(`${participant}.muted`)} then 'nothing'
  else coalesce(${sql.ref(`${participant}.level`)},
    case when conversations.kind in ('direct', 'listing') then 'all' else 'mentions' end) end)`

/** Chooses what notifies the viewer. `nothing` is the same as muting. */
export const setLevel = (trx: Trx, viewer: Viewer, id: string, level: Level) =>
  trx
    .updateTable('participants')
    .set(level === 'nothing' ? { muted: true } : { muted: false, level })
    .where('school_id', '=', viewer.schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', viewer.id)
    .execute()
