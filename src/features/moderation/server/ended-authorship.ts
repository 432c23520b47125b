import { sql } from 'kysely'
import type { AuthorshipEnding } from '../../../shared/server/crypto/epoch-destruction.ts'

/** Decisions about items whose authorship has ended are found by no author any more. A mute by such a decision ends. */
export const eraseEndedMarks: AuthorshipEnding = async (trx, schoolId) => {
  await sql`update moderation_actions set author_mark = null
    where school_id = ${schoolId} and author_mark is not null and seal_epoch(author_seal) in (
      select epoch from seal_epochs where school_id = ${schoolId} and wrapped_key is null)`.execute(trx)
}
