import { sql } from 'kysely'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict } from '../../../shared/server/http/errors.ts'
import { forEachSchool } from '../../../shared/server/jobs/due-schools.ts'
import { isMinor } from '../../../shared/server/minors.ts'
import type { SafetyInput, SafetySettings } from '../safety-contract.ts'

/** The viewer's own settings, with the default of their school where they have not chosen. */
export async function findSafety(db: Db, viewer: Viewer): Promise<SafetySettings> {
  const { rows } = await sql<SafetySettings>`
    select case when minor.is_minor and usual.requests = 'everyone' then 'known' else usual.requests end as requests,
      case when minor.is_minor and schools.default_requests = 'everyone' then 'known' else schools.default_requests end
        as default_requests, minor.is_minor,
      coalesce(own.profile, case when minor.is_minor then 'friends_and_groups' else 'everyone' end) as profile,
      coalesce(own.counts, not minor.is_minor) as counts,
      coalesce(own.leaderboard, not minor.is_minor) as leaderboard,
      coalesce(own.ask_before_saving, minor.is_minor) as ask_before_saving,
      coalesce(own.words, '[]') as words, coalesce(own.notes, 'collapse') as notes,
      coalesce(own.receipts, not minor.is_minor) as receipts, coalesce(own.typing, not minor.is_minor) as typing,
      coalesce(own.crisis_card, true) as crisis_card, case when own.words @> '[{"except_friends": true}]'
        then array(select friend_id from friendships where school_id = own.school_id and user_id = own.user_id)
        else '{}' end as friends
    from schools join users on users.school_id = schools.id and users.id = ${viewer.id}
    left join safety_settings as own on own.school_id = schools.id and own.user_id = users.id
    cross join lateral (select ${isMinor()} as is_minor) as minor
    cross join lateral (select coalesce(own.requests, schools.default_requests) as requests) as usual
    where schools.id = ${viewer.schoolId}`.execute(db)
  const [settings] = rows
  if (!settings) throw new Error('A viewer without a school')
  return settings
}

/** Updates what is given. Applies to later conversations only. Throws 409 for what minors cannot choose. */
export const updateSafety = async (trx: Trx, viewer: Viewer, { words, ...choices }: SafetyInput): Promise<void> => {
  if (choices.requests === 'everyone' && (await findSafety(trx, viewer)).is_minor)
    throw conflict('Your school does not allow this setting')
  const changes = { ...choices, ...(words && { words: JSON.stringify(words) }) }
  if (Object.values(changes).every((value) => value === undefined)) return
  await trx
    .insertInto('safety_settings')
    .values({ school_id: viewer.schoolId, user_id: viewer.id, ...changes })
    .onConflict((existing) => existing.columns(['school_id', 'user_id']).doUpdateSet(changes))
    .execute()
}

/** Deletes the words whose end has passed. */
export const deleteExpiredWords = async (db: Db): Promise<void> =>
  forEachSchool(await listSchools(db), (schoolId) => deleteExpiredWordsInSchool(db, schoolId))

async function deleteExpiredWordsInSchool(db: Db, schoolId: string): Promise<void> {
  await sql`update safety_settings set words = (
      select coalesce(jsonb_agg(word order by place), '[]')
      from jsonb_array_elements(words) with ordinality as entry (word, place)
      where coalesce((word ->> 'ends_at')::float8 > extract(epoch from now()), true))
    where school_id = ${schoolId} and jsonb_path_exists(words, '$[*] ? (@.ends_at <= $now)',
      jsonb_build_object('now', extract(epoch from now())))`.execute(db)
}
