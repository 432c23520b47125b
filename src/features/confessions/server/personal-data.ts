import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SealedData } from '../../../shared/server/personal-data.ts'
import { deleteConfession, takeBackLike } from './actions.ts'
import { likeKind } from './likes.ts'

/** Confessions and likes of users. All of them are anonymous. */
export const confessionSealedData: readonly SealedData[] = [
  {
    kind: 'confession',
    table: 'confessions',
    keyed: ['author_tag', 'author_seal'],
    page: (db, schoolId, after, rows) =>
      ofSchool(db, schoolId).where('id', '>', after).orderBy('id').limit(rows).select(['id', 'author_tag']).execute(),
    export: (db, schoolId, ids) =>
      ofSchool(db, schoolId)
        .where('id', 'in', [...ids])
        .select([
          'id',
          'confession_number',
          'content',
          'category',
          'note',
          'sensitive',
          'flagged',
          'labelled',
          'state',
          'created_at',
        ])
        .execute(),
    remove: deleteConfession,
  },
  {
    kind: likeKind,
    table: 'confession_likes',
    page: (db, schoolId, after, rows) =>
      selectSchoolLikes(db, schoolId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(rows)
        .select(['id', 'author_tag'])
        .execute(),
    export: (db, schoolId, ids) =>
      selectSchoolLikes(db, schoolId)
        .where('id', 'in', [...ids])
        .select(['confession_id', sql<string>`liked_on::text`.as('liked_on')])
        .execute(),
    remove: takeBackLike,
  },
]

const ofSchool = (db: Db, schoolId: string) => db.selectFrom('confessions').where('school_id', '=', schoolId)
const selectSchoolLikes = (db: Db, schoolId: string) =>
  db.selectFrom('confession_likes').where('school_id', '=', schoolId)
