import { sql } from 'kysely'
import {
  comparePlaces,
  readPageOfSchools,
  type SchoolScope,
  type Slice,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type DueAppeal, maxDueAppeals } from '../contract.ts'
import { answeredAt, answerTime } from './answer-time.ts'
import { isOwnAppeal } from './queries.ts'

/** What the list is sorted by. */
export const toDuePlace = ({ due_at, id }: DueAppeal): (string | number)[] => [due_at, id]

/** The appeals in the scope that wait for their first answer, the first deadline first. Names no one. */
export async function listDueAppeals(
  { db, anonymity }: { readonly db: Db; readonly anonymity: Anonymity },
  viewer: Viewer,
  scope: SchoolScope,
): Promise<DueAppeal[]> {
  const othersOnly = viewer.role === 'student' ? sql`and not ${await isOwnAppeal(anonymity, viewer)}` : sql``
  const read = async (school: string, slice: Slice) => {
    const { rows } = await sql<DueAppeal>`
      select appeals.id, appeals.by, action.action_type, appeals.created_at + ${answerTime} <= now() as is_late,
        floor(extract(epoch from appeals.created_at + ${answerTime}))::int8 as due_at
      from appeals left join moderation_actions as action
        on action.school_id = ${school} and action.id = appeals.decision_id
      where appeals.school_id = ${school} and appeals.state in ('open', 'claimed')
        and ${answeredAt('appeals')} is null ${othersOnly}
      order by appeals.created_at, appeals.id limit ${slice.rows} offset ${slice.skip}`.execute(db)
    return rows
  }
  const compare = (one: DueAppeal, other: DueAppeal) => comparePlaces(toDuePlace(one), toDuePlace(other))
  return [...(await readPageOfSchools(db, scope, { page: 1, limit: maxDueAppeals }, { read, compare }))]
}
