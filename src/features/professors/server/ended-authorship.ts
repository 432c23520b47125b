import { sql } from 'kysely'
import type { AuthorshipEnding } from '../../../shared/server/crypto/epoch-destruction.ts'
import { randomLike } from '../../../shared/server/crypto/random-bytes.ts'
import { shuffle } from '../../../shared/server/crypto/shuffle.ts'

/**
 * Deals the once tags of all anonymous ratings whose authorship has ended out among them again. The school still refuses a
 * second rating, while no tag leads to the rating that its author wrote.
 */
export const shuffleOnceTags: AuthorshipEnding = async (trx, schoolId) => {
  const { rows } = await sql<{ id: string; once_tag: Buffer }>`
    select id, once_tag from ratings where school_id = ${schoolId} and seal_epoch(author_seal) in (
      select epoch from seal_epochs where school_id = ${schoolId} and wrapped_key is null)
    order by id for no key update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  const tags = rows.map(({ once_tag }) => once_tag)
  // Each tag is unique at any time, so they make room for each other first.
  for (const next of [tags.map(randomLike), shuffle(tags)])
    await sql`update ratings set once_tag = dealt.tag from unnest(${ids}::uuid[], ${next}::bytea[]) as dealt (id, tag)
      where ratings.school_id = ${schoolId} and ratings.id = dealt.id`.execute(trx)
}
