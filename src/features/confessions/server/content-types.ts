import { sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { withholdsRows } from '../../moderation/server/withholding.ts'
import { confessions } from '../contract.ts'
import { deleteConfession } from './actions.ts'
import { confessionOr404 } from './queries.ts'

/** Content types of this feature. */
export const confessionContentTypes: readonly ContentType[] = [
  {
    kind: 'confession',
    label: 'confession',
    async snapshot(db, schoolId, id) {
      const confession = await db
        .selectFrom('confessions')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
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
    ...withholdsRows('confessions'),
    report: {
      route: confessions.report,
      find: async (db, viewer, { id = '' }) => (await confessionOr404(db, viewer, id)).id,
    },
    listed: {
      table: 'confessions',
      text: 'content',
      authorId: sql`null::uuid`,
      seal: 'author_seal',
      likes: 'likes_count',
    },
  },
]
