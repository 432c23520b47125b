import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { isMinor } from '../../../shared/server/minors.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import type { Leader, OwnPoints } from '../contract.ts'

/** Users of the school who have points, are listed, and are visible to the viewer. Both reads start here. */
const visibleTotals = (viewer: Viewer) => sql`point_totals as total
  join users on users.school_id = total.school_id and users.id = total.user_id and users.deleted_at is null
  join schools on schools.id = total.school_id
  left join safety_settings as chosen on chosen.school_id = total.school_id and chosen.user_id = total.user_id
  where total.school_id = ${viewer.schoolId} and total.points > 0 and coalesce(chosen.leaderboard, not ${isMinor()}) and ${noBlockBetween(viewer, 'total.user_id')}`

const questionPoints = (schoolId: string, person: RawBuilder<unknown>) =>
  sql`(select count(*)::int from assignments
    where school_id = ${schoolId} and author_id = ${person} and withheld_at is null)`
const answerPoints = (schoolId: string, person: RawBuilder<unknown>) =>
  sql`(select count(*)::int from assignment_answers
    where school_id = ${schoolId} and author_id = ${person} and withheld_at is null)`

/** Lists the users of the school with the most points. Equal points share a rank. */
export async function listLeaders(db: Db, viewer: Viewer, limit: number): Promise<Leader[]> {
  const person = sql.ref('top.user_id')
  const { rows } = await sql<Omit<Leader, 'rank'>>`
    select json_build_object('id', top.user_id, 'name', top.name, 'avatar_url', top.avatar_url, 'avatar', top.avatar_url)
        as "user", top.points, ${questionPoints(viewer.schoolId, person)} as questions,
      coalesce(given.answers, 0) as answers, coalesce(given.best, 0) as best_answers,
      coalesce(given.helpful, 0) as helpful_votes
    from (select total.user_id, total.points, users.name, users.avatar_url from ${visibleTotals(viewer)}
      order by total.points desc, total.user_id limit ${limit}) as top
    left join lateral (select count(*)::int as answers, sum(given.helpful_votes)::int as helpful,
        count(*) filter (where asked.id is not null)::int as best
      from assignment_answers as given
      left join assignments as asked on asked.school_id = given.school_id and asked.best_answer_id = given.id
      where given.school_id = ${viewer.schoolId} and given.author_id = top.user_id
        and given.withheld_at is null) as given on true
    order by top.points desc, top.user_id`.execute(db)
  return rows.map((row) => ({ rank: 1 + rows.filter(({ points }) => points > row.points).length, ...row }))
}

/** Returns the points that the viewer's questions and answers have earned. */
export async function findOwnPoints(db: Db, viewer: Viewer): Promise<OwnPoints> {
  const me = sql`${viewer.id}::uuid`
  const { rows } = await sql<OwnPoints>`
    select own.points as total_points, ${questionPoints(viewer.schoolId, me)} as questions,
      ${answerPoints(viewer.schoolId, me)} as answers,
      (select greatest(coalesce(sum(points), 0), 0)::int from points where school_id = ${viewer.schoolId}
        and user_id = ${me} and earned_on > (now() at time zone 'UTC')::date - 7) as this_week,
      case when own.points > 0 then 1 + (select count(*)::int from ${visibleTotals(viewer)}
        and total.points > own.points) end as rank
    from (select coalesce((select points from point_totals
      where school_id = ${viewer.schoolId} and user_id = ${me}), 0) as points) as own`.execute(db)
  return rows[0] ?? { rank: null, total_points: 0, questions: 0, answers: 0, this_week: 0 }
}
