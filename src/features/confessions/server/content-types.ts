import { sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { labelsRows } from '../../moderation/server/labelled-rows.ts'
import { withholdsRows } from '../../moderation/server/withholding.ts'
import { confessions } from '../contract.ts'
import { deleteConfession } from './actions.ts'
import { confessionOr404 } from './queries.ts'
import { showConfession } from './waiting-actions.ts'
import { isWaiting } from './waiting-queries.ts'

const withholding = withholdsRows('confessions')

export const confessionType: ContentType = {
  kind: 'confession',
  label: 'confession',
  findVisible: confessionOr404,
  async snapshot(db, schoolId, id) {
    const confession = await db
      .selectFrom('confessions')
      .where('school_id', '=', schoolId)
      .where('id', '=', id)
      .where(sql<boolean>`not (${isWaiting})`) // no one opens its seal
      .select(['content', 'author_seal', 'sealed_mode'])
      .$narrowType<{ sealed_mode: SealMode | null }>()
      .executeTakeFirst()
    return (
      confession && {
        text: confession.content,
        images: [],
        authorId: null,
        seal: confession.author_seal,
        sealedMode: confession.sealed_mode,
      }
    )
  },
  remove: deleteConfession,
  ...labelsRows('confessions'),
  ...withholding,
  /** A rejected one was never shown: the moderator who reverses the rejection has read it. */
  async restore(trx, schoolId, id) {
    if (!(await withholding.restore(trx, schoolId, id))) return false
    await showConfession(trx, schoolId, id)
    return true
  },
  report: {
    route: confessions.report,
    find: async (db, viewer, { id = '' }) => (await confessionOr404(db, viewer, id)).id,
  },
  listed: {
    table: 'confessions',
    where: sql<boolean>`(item.state = 'shown' or item.withheld_at is not null)`,
    text: 'content',
    authorId: sql`null::uuid`,
    seal: 'author_seal',
    likes: 'likes_count',
  },
}

/** Content types of this feature. */
export const confessionContentTypes: readonly ContentType[] = [confessionType]
