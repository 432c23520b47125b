import { type RawBuilder, sql } from 'kysely'
import { isBlocked } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { decodeCursor, encodeCursor } from '../../../shared/server/db/cursor.ts'
import { beginsInOrder, nameOrder } from '../../../shared/server/db/name-order.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { epoch, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { isMinor } from '../../../shared/server/minors.ts'
import { isCandidate, matchesTerm, type SearchProvider, type SearchTerm } from '../../../shared/server/search.ts'
import { nameChangeDays } from '../../session/server/name-actions.ts'
import type { Person, Profile, SuggestedPerson } from '../contract.ts'
import { canViewProfile } from './profile-visibility.ts'
import { isNotMuted, mutualFriends } from './queries.ts'

const inOrder = nameOrder('users.name')

type Details = Pick<Person, 'major' | 'graduation_year' | 'mutual_friends_count'>

/**
 * The users of the viewer's school with their relation to the viewer. Users who blocked the viewer are not visible;
 * those that the viewer blocked are visible and marked. `details` are null for a viewer who does not see the profile.
 * Every read of users starts here.
 */
function visiblePeople(db: Db, viewer: ViewerParams) {
  return db
    .selectFrom('users')
    .leftJoin('friendships as friendship', (join) =>
      join
        .onRef('friendship.school_id', '=', 'users.school_id')
        .onRef('friendship.friend_id', '=', 'users.id')
        .on('friendship.user_id', '=', viewer.id),
    )
    .leftJoin('friend_requests as asked', (join) =>
      join
        .onRef('asked.school_id', '=', 'users.school_id')
        .onRef('asked.addressee_id', '=', 'users.id')
        .on('asked.requester_id', '=', viewer.id),
    )
    .leftJoin('friend_requests as asking', (join) =>
      join
        .onRef('asking.school_id', '=', 'users.school_id')
        .onRef('asking.requester_id', '=', 'users.id')
        .on('asking.addressee_id', '=', viewer.id),
    )
    .leftJoin('blocks as block', (join) =>
      join
        .onRef('block.school_id', '=', 'users.school_id')
        .onRef('block.blocked_id', '=', 'users.id')
        .on('block.blocker_id', '=', viewer.id),
    )
    .where('users.school_id', '=', viewer.schoolId)
    .where('users.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from blocks where blocks.school_id = ${viewer.schoolId}
        and blocks.blocked_id = ${viewer.id} and blocks.blocker_id = users.id)`,
    )
    .select([
      'users.id',
      'users.name',
      'users.avatar_url',
      'users.avatar_url as avatar',
      sql<boolean>`users.role <> 'student'`.as('is_staff'),
      sql<Person['friendship_status']>`case when friendship.friend_id is not null then 'friends'
        when asked.id is not null or asking.id is not null then 'pending' else 'none' end`.as('friendship_status'),
      sql<
        Person['request']
      >`case when asked.id is not null then 'sent' when asking.id is not null then 'received' end`.as('request'),
      sql<boolean>`block.blocked_id is not null`.as('is_blocked'),
      sql<Details | null>`case when ${canViewProfile(viewer)} then json_build_object('major', users.major,
        'graduation_year', users.graduation_year,
        'mutual_friends_count', ${mutualFriends(viewer.schoolId, sql`${viewer.id}`, sql.ref('users.id'))}) end`.as(
        'details',
      ),
    ])
}

const noDetails: Details = { major: null, graduation_year: null, mutual_friends_count: 0 }

/** Moves the details of a row beside its other fields. */
const toPerson = <R extends { readonly details: Details | null }>({ details, ...row }: R) => ({
  ...row,
  ...(details ?? noDetails),
})

const onePerson = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visiblePeople(db, { id: viewer, schoolId: school })
    .innerJoin('schools', 'schools.id', 'users.school_id')
    .where('users.id', '=', id)
    .select([
      sql<boolean>`users.id = ${viewer}`.as('is_me'),
      sql<boolean>`not ${isNotMuted({ id: viewer, schoolId: school }, 'users.id')}`.as('is_muted'),
      sql<boolean>`coalesce((select own.ask_before_saving from safety_settings as own
        where own.school_id = users.school_id and own.user_id = users.id), ${isMinor()})`.as('ask_before_saving'),
      sql<boolean>`can_ask(${school}, ${viewer}, users.id)`.as('can_message'),
      sql<ProfileDetails | null>`case when ${canViewProfile({ id: viewer, schoolId: school })} then json_build_object(
        'previous_name', case when users.name_changed_at > now() - make_interval(days => ${nameChangeDays})
          then users.previous_name end,
        'cover_photo', users.cover_photo, 'bio', users.bio, 'location', users.location, 'website', users.website,
        'created_at', ${epoch('users.created_at')}) end`.as('profile'),
      sql<string | null>`case when users.id = ${viewer} then users.email end`.as('email'),
      sql<string | null>`case when users.id = ${viewer} then users.phone end`.as('phone'),
      'schools.name as school',
      'users.school_id',
    ]),
)

/**
 * Returns the user if visible to the viewer. Throws 404 otherwise. Of a blocked user, and of one who does not show the
 * viewer their profile, there is little more than a name.
 */
export async function personOr404(db: Db, viewer: Viewer, id: string): Promise<Profile> {
  const [row] = await onePerson(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!row) throw notFound('User not found')
  const { profile, ...rest } = row
  const person = { ...toPerson(rest), ...(profile ?? emptyProfile), is_hidden: profile === null }
  return person.is_blocked ? { ...person, ...noDetails, ...emptyProfile, created_at: person.created_at } : person
}

type ProfileDetails = Pick<Profile, 'previous_name' | 'cover_photo' | 'bio' | 'location' | 'website' | 'created_at'>

const emptyProfile: ProfileDetails = {
  previous_name: null,
  cover_photo: null,
  bio: null,
  location: null,
  website: null,
  created_at: null,
}

export type PageRequest = {
  readonly q?: string | undefined
  readonly letter?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The subject of a list: friends of the viewer or of another user, blocked users, or the whole school. */
export type UserListFilter = 'friends' | 'blocked' | 'muted' | 'everybody' | { readonly friendsOf: string }

/**
 * One page of users by name. Only the friends of another user can include the viewer; only `everybody`, `blocked` and
 * `muted` include users that the viewer blocked.
 */
export async function listPeople(
  db: Db,
  viewer: Viewer,
  circle: UserListFilter,
  { q, letter, limit, cursor }: PageRequest,
) {
  const select = (from: Db) => selectPeople(from, viewer, circle, { q, letter, cursor })
  const find = (from: Db) =>
    select(from)
      .orderBy(inOrder)
      .orderBy('users.id')
      .limit(limit + 1)
      .execute()
  const rows = await findRows(db, find, (primary, found) => select(primary).where(isAmong('users.id', found)))
  const people = rows
    .slice(0, limit)
    .map(({ sortKey: _, ...row }) => toPerson(row))
    .map((person) => (person.id === viewer.id ? { ...person, mutual_friends_count: 0 } : person))
  const end = rows.length > limit ? rows[limit - 1] : undefined
  const next = end ? encodeCursor(end) : null
  return { people, pagination: { limit, hasMore: end !== undefined, cursor: next } }
}

/** The users of a list after the cursor, in no order. */
function selectPeople(
  db: Db,
  viewer: Viewer,
  circle: UserListFilter,
  { q, letter, cursor }: Omit<PageRequest, 'limit'>,
) {
  let query = visiblePeople(db, viewer).select(sql<string>`lower(users.name)`.as('sortKey'))
  const isOfOther = typeof circle === 'object'
  if (!isOfOther) query = query.where('users.id', '<>', viewer.id)
  if (circle === 'friends') query = query.where('friendship.friend_id', 'is not', null)
  if (circle === 'blocked') query = query.where('block.blocked_id', 'is not', null)
  if (circle === 'muted') query = query.where((not) => not.not(isNotMuted(viewer, 'users.id')))
  if (isOfOther) {
    query = query
      .where('block.blocked_id', 'is', null)
      // Otherwise the friends of a user who hides them would be in the lists of these friends.
      .where(canViewProfile(viewer))
      .where(
        sql<boolean>`users.id in (select friend_id from friendships where school_id = ${viewer.schoolId} and user_id = ${circle.friendsOf})`,
      )
  }
  if (q) query = query.where('users.name', 'ilike', likePattern(q))
  if (letter === '#') query = query.where(sql<boolean>`not (${inOrder} >= 'a' and ${inOrder} < ${`z${last}`})`)
  else if (letter) {
    const first = letter.toLowerCase()
    query = query.where(sql<boolean>`${inOrder} >= ${first} and ${inOrder} < ${first + last}`)
  }
  const after = decodeCursor(cursor)
  if (after) query = query.where(sql<boolean>`(${inOrder}, users.id) > (${after.sortKey}, ${after.id}::uuid)`)
  return query
}

/**
 * Users that the viewer may know: no block, mute, friendship, request or sanction. The mutual friends of all candidates are
 * counted in one pass over the friends of the viewer's friends, not per candidate. Users who do not show the viewer
 * their profile have no reason, neither in the reply nor in the order.
 */
export async function listSuggested(db: Db, viewer: Viewer, limit: number): Promise<SuggestedPerson[]> {
  const isShown = canViewProfile(viewer)
  const sameMajor = sql<boolean>`(coalesce(lower(trim(users.major)) = lower(trim(own.major)), false) and ${isShown})`
  const sameYear = sql<boolean>`(coalesce(users.graduation_year = own.graduation_year, false) and ${isShown})`
  // With `is not null`: after null, `and` would look at the profile of every candidate.
  const mutual = sql<number>`case when mutual.friends is not null and ${isShown} then mutual.friends else 0 end`
  const rows = await visiblePeople(db, viewer)
    .innerJoin('users as own', (join) =>
      join.onRef('own.school_id', '=', 'users.school_id').on('own.id', '=', viewer.id),
    )
    .leftJoin(
      (nested) =>
        nested
          .selectFrom('friendships as ours')
          .innerJoin('friendships as theirs', (join) =>
            join.onRef('theirs.school_id', '=', 'ours.school_id').onRef('theirs.user_id', '=', 'ours.friend_id'),
          )
          .where('ours.school_id', '=', viewer.schoolId)
          .where('ours.user_id', '=', viewer.id)
          .groupBy('theirs.friend_id')
          .select(['theirs.friend_id', (count) => count.fn.countAll<number>().as('friends')])
          .as('mutual'),
      (join) => join.onRef('mutual.friend_id', '=', 'users.id'),
    )
    .where('users.id', '<>', viewer.id)
    .where('friendship.friend_id', 'is', null)
    .where('asked.id', 'is', null)
    .where('asking.id', 'is', null)
    .where('block.blocked_id', 'is', null)
    .where(isNotMuted(viewer, 'users.id'))
    .where('users.terms_accepted_at', 'is not', null)
    .where(sql<boolean>`not ${isBlocked}`)
    .orderBy(sql`${sameMajor} and ${sameYear}`, 'desc')
    .orderBy(mutual, 'desc')
    .orderBy(sql`${sameMajor}::int + ${sameYear}::int`, 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .select([sameMajor.as('same_major'), sameYear.as('same_year')])
    .execute()
  return rows.map(toPerson)
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * The letters that names of the viewer's friends, or of the directory, begin with, and `#` for other names. Reads one
 * user per letter.
 */
export async function listInitials(db: Db, viewer: Viewer, list: 'friends' | 'directory'): Promise<string[]> {
  const hasNames = (range: RawBuilder<boolean>) => {
    const everyone = visiblePeople(db, viewer).where('users.id', '<>', viewer.id)
    const listed = list === 'friends' ? everyone.where('friendship.friend_id', 'is not', null) : everyone
    return sql<boolean>`exists (${listed.clearSelect().select('users.id').where(range)})`
  }
  const { rows } = await sql<{ letter: string }>`
    select letter from unnest(${letters}::text[]) as letter
    where ${hasNames(sql`${inOrder} >= lower(letter) and ${inOrder} < lower(letter) || ${last}`)}
    union all
    select '#' where ${hasNames(sql`${inOrder} < 'a'`)} or ${hasNames(sql`${inOrder} >= ${`z${last}`}`)}
    order by letter`.execute(db)
  return rows.map(({ letter }) => letter)
}

/** Sorts after every other letter. */
const last = '\uffff'

/** Counts per tab. The directory is the school without the viewer and without users who blocked the viewer. */
export async function countPeople(db: Db, viewer: Viewer) {
  const { schoolId, id } = viewer
  const living = (column: string) =>
    sql`join users on users.school_id = ${schoolId} and users.id = ${sql.ref(column)} and users.deleted_at is null`
  const { rows } = await sql<Record<'friends' | 'requests' | 'sent' | 'blocked' | 'directory', number>>`select
    (select count(*) from friendships ${living('friend_id')}
      where friendships.school_id = ${schoolId} and user_id = ${id}) as friends,
    (select count(*) from friend_requests ${living('requester_id')}
      where friend_requests.school_id = ${schoolId} and addressee_id = ${id}) as requests,
    (select count(*) from friend_requests ${living('addressee_id')}
      where friend_requests.school_id = ${schoolId} and requester_id = ${id}) as sent,
    (select count(*) from blocks ${living('blocked_id')}
      where blocks.school_id = ${schoolId} and blocker_id = ${id}
        and not exists (select from blocks as back where back.school_id = ${schoolId}
          and back.blocker_id = blocks.blocked_id and back.blocked_id = ${id})) as blocked,
    (select member_count from schools where id = ${schoolId}) - 1
      - (select count(*) from blocks ${living('blocker_id')}
        where blocks.school_id = ${schoolId} and blocked_id = ${id}) as directory`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Five counts are one row')
  return counts
}

/** Where a search finds people: among friends, names that begin with the term (some of those read in order have other accents), and all others. */
const searchSources = ({ id, schoolId }: ViewerParams, term: SearchTerm) => [
  sql`select users.id from friendships join users on users.school_id = friendships.school_id and users.id = friendships.friend_id
    where friendships.school_id = ${schoolId} and friendships.user_id = ${id} and ${matchesTerm('users.name', term)}`,
  sql`select id from (select id, name from users where school_id = ${schoolId} and deleted_at is null
      and ${beginsInOrder('users.name', term.text)} order by ${nameOrder('users.name')} limit 200) as first
    where name ilike ${term.beginning}`,
  sql`select id from users where school_id = ${schoolId} and deleted_at is null and ${matchesTerm('users.name', term)}`,
]

/** Users whose name contains a term, without users that the viewer blocked. */
export const findPeople = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider =>
  visiblePeople(db, viewer)
    .clearSelect()
    .where('block.blocked_id', 'is', null)
    .where(term.among ? matchesTerm('users.name', term) : isCandidate('users.id', ...searchSources(viewer, term)))
    .orderBy(sql`friendship.friend_id is null`)
    .orderBy(sql`word_similarity(${term.text}, users.name)`, 'desc')
    .orderBy('users.id')
    .limit(term.limit)
    .select([
      'users.id',
      'users.name as title',
      sql<string>`case when users.major is not null and ${canViewProfile(viewer)} then users.major else '' end`.as(
        'text',
      ),
      sql<number | null>`null::int8`.as('at'),
      'users.avatar_url as image_url',
      sql<string>`'/profile/' || users.id`.as('link'),
    ])
