// Rules for every table of the database. A new table is covered automatically; one that a rule cannot test fails here
// until its exception is listed.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personalData, sealedData } from '../src/app/registries.ts'
import { tableOwners } from '../src/app/tables.ts'
import { answers, groupAssignments } from '../src/features/assignments/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { waitlists } from '../src/features/events/waitlist-contract.ts'
import { groupPosts } from '../src/features/group-posts/contract.ts'
import { groups } from '../src/features/groups/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { meetings } from '../src/features/marketplace/meetings-contract.ts'
import { listingSearches } from '../src/features/marketplace/searches-contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { conversations } from '../src/features/messages/conversation-contract.ts'
import { drafts, reminders } from '../src/features/messages/later-contract.ts'
import { pins } from '../src/features/messages/pin-contract.ts'
import { moderate } from '../src/features/moderation/server/actions.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { friends } from '../src/features/people/contract.ts'
import { safety } from '../src/features/people/safety-contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { push } from '../src/features/push/contract.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import type { SealedData } from '../src/shared/server/personal-data.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeAnswer, makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { makeAppeal } from '../src/testing/factories/decisions.ts'
import { fillEvent, makeEvent } from '../src/testing/factories/events.ts'
import { makeGroup, makeJoinRequest, makePoll } from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makeComment, makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor, makeRating } from '../src/testing/factories/professors.ts'
import { subscribe } from '../src/testing/factories/push.ts'
import { makeBlock, makeFriends, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { createBrowser } from '../src/testing/push-browser.ts'

const { app, ada, grace, foreigner } = await campus({
  people: { ada: {}, grace: {} },
  foreign: { people: { foreigner: {} } },
})

test('the database refuses a row that references another school', async () => {
  const post = await makePost(app, foreigner)
  const comment = {
    school_id: ada.schoolId,
    id: newId(),
    post_id: post.id,
    author_id: ada.id,
    content: 'Across the wall',
  }
  await expect(app.db.insertInto('comments').values(comment).execute()).rejects.toThrow('foreign key')
  const own = { ...comment, post_id: (await makePost(app, ada)).id }
  await expect(
    app.db
      .insertInto('comments')
      .values({ ...own, author_id: foreigner.id })
      .execute(),
  ).rejects.toThrow('foreign key')
  await app.db.insertInto('comments').values(own).execute()
})

/** Tables with a school column that is not part of their key, and why. */
const notBySchool: Readonly<Record<string, string>> = {
  audit_log: 'One log for the whole site, in the order of its entries.',
  identities: 'Looked up by issuer before the school is known.',
  notices: 'Sent without an account. The school follows from the link, after the confirmation.',
}

test('every table with a school has it in its primary key', async () => {
  const { rows } = await sql<{ table: string; keyed: boolean }>`
    select cls.relname as table, coalesce(col.attnum = any(key.conkey), false) as keyed
    from pg_class as cls
    join pg_attribute as col on col.attrelid = cls.oid and col.attname = 'school_id'
    left join pg_constraint as key on key.conrelid = cls.oid and key.contype = 'p'
    where cls.relkind = 'r' and cls.relnamespace = 'public'::regnamespace order by 1`.execute(app.db)
  expect(rows.length, 'the query must find some tables').toBeGreaterThan(5)
  expect(rows.filter(({ keyed }) => !keyed).map(({ table }) => table)).toEqual(Object.keys(notBySchool).sort())
})

test('every table, partition and view has an owner', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`.execute(app.db)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(tableOwners).sort())
})

test('every foreign key between tables of schools includes the school', async () => {
  const { rows } = await sql<{ link: string }>`
    select link.conrelid::regclass || ' ' || pg_get_constraintdef(link.oid) as link
    from pg_constraint as link
    join pg_attribute as from_school on from_school.attrelid = link.conrelid and from_school.attname = 'school_id'
    join pg_attribute as to_school on to_school.attrelid = link.confrelid and to_school.attname = 'school_id'
    where link.contype = 'f' and not (from_school.attnum = any(link.conkey) and to_school.attnum = any(link.confkey))`.execute(
    app.db,
  )
  expect(rows).toEqual([])
})

test('every unique index includes the school, so that schools could be split across servers', async () => {
  const { rows } = await sql<{ table: string; index: string }>`
    select cls.relname as table, made.indexrelid::regclass::text as index
    from pg_index as made
    join pg_class as cls on cls.oid = made.indrelid and cls.relnamespace = 'public'::regnamespace
    join pg_attribute as col on col.attrelid = cls.oid and col.attname = 'school_id'
    where made.indisunique and not col.attnum = any(made.indkey::int2[]) order by 2`.execute(app.db)
  expect(rows.filter(({ table }) => !notBySchool[table])).toEqual([])
})

/** Tables that reference users but are not exported yet, and which feature will export them. */
const notExported: Readonly<Record<string, string>> = {}

test('every table that references users is part of the data export', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass`.execute(app.db)
  const covered = [...personalData.map(({ table }) => table), ...Object.keys(notExported)]
  // Their user is that of the decision, the report, the listing or the message.
  const indirect = ['appeals', 'appeal_messages', 'listing_prices', 'message_versions']
  expect([...rows.map(({ table }) => table), 'users', ...indirect].sort()).toEqual([...new Set(covered)].sort())
  expect(covered.length, 'a table is exported or excepted, not both').toBe(new Set(covered).size)
})

/** Writes rows of both users to every table once, since the exports are only read. */
async function fillAllTables() {
  for (const person of [ada, grace]) {
    const [friend, asked, blocked] = await makeCompany(person)
    await makeFriends(app, person, friend)
    await app.db
      .insertInto('exports')
      .values({ school_id: person.schoolId, user_id: person.id })
      .onConflict((existing) => existing.doNothing())
      .execute()
    const duty = { school_id: person.schoolId, user_id: person.id, until: new Date(Date.now() + 3_600_000) }
    await app.db.insertInto('duties').values(duty).execute()
    const grant = { ...duty, grant_name: 'rules', granted_by: friend.id, granted_by_name: friend.name }
    await app.db.insertInto('grants').values(grant).execute()
    const pauseRequest = { requested_by: person.id, requested_by_name: person.name, reason: `Of ${person.id}` }
    await app.db
      .insertInto('pause_requests')
      .values({ ...pauseRequest, school_id: person.schoolId, user_id: friend.id })
      .execute()
    const { reason: _, ...roleRequest } = { ...pauseRequest, role: 'admin' }
    await app.db
      .insertInto('role_requests')
      .values({ ...roleRequest, school_id: person.schoolId, user_id: friend.id })
      .execute()
    const allowance = { ...duty, allowed_by: friend.id, allowed_by_name: friend.name }
    await app.db.insertInto('removal_allowances').values(allowance).execute()
    const note = {
      school_id: person.schoolId,
      user_id: person.id,
      author_id: randomUUID(),
      author_name: 'Dean',
      text: 'x',
    }
    await app.db
      .insertInto('person_notes')
      .values({ ...note, id: randomUUID() })
      .execute()
    const identity = { issuer: 'demo', tenant: '', subject: person.email }
    await app.db
      .insertInto('identities')
      .values({ ...identity, school_id: person.schoolId, user_id: person.id })
      .onConflict((existing) => existing.doNothing())
      .execute()
    await as(app, person)(friends.request, { params: { id: asked.id } })
    await makeBlock(app, person, blocked)
    await as(app, person)(safety.mute, { params: { id: asked.id } })
    await as(app, person)(safety.update, { body: { requests: person === ada ? 'friends' : 'known' } })
    const media = [await makeUpload(app, person, { width: person === ada ? 40 : 80 })]
    const post = await makePost(app, person, { media })
    const comment = await makeComment(app, person, post)
    await as(app, person)(posts.like, { params: { id: post.id } })
    await as(app, person)(safety.hide, { params: { kind: 'post', id: post.id } })
    await as(app, person)(comments.like, { params: { id: comment.id } })
    const { id: listing } = await makeListing(app, person, { price: person === ada ? 1 : 2 })
    await as(app, person)(marketplace.favorite, { params: { id: listing } })
    await as(app, friend)(marketplace.interest, { params: { id: listing }, body: {} })
    const places = JSON.stringify([{ id: 1, name: `Place of ${person.id}`, map: '', hours: '' }])
    await app.db.updateTable('schools').set({ places }).where('id', '=', person.schoolId).execute()
    const at = Math.floor(Date.now() / 1000) + 3600
    await as(app, person)(meetings.create, { params: { id: listing }, body: { place_id: 1, at } })
    const { id: chair } = await makeListing(app, person, { kind: 'sale', isbn: '9780131103627', course: person.id })
    await as(app, friend)(marketplace.interest, { params: { id: chair }, body: {} })
    await as(app, person)(marketplace.changeState, { params: { id: chair }, body: { state: 'sold', for: friend.id } })
    await as(app, person)(marketplace.outcome, { params: { id: chair }, body: { outcome: 'went_well' } })
    await as(app, person)(listingSearches.create, { body: { name: 'Lamps', filters: {} } })
    const reservation = { state: 'reserved', for: friend.id } as const
    await as(app, person)(marketplace.changeState, { params: { id: listing }, body: reservation })
    await as(app, person)(marketplace.update, { params: { id: listing }, body: { price: person === ada ? 3 : 4 } })
    const professor = await makeProfessor(app, person)
    const rating = await makeRating(app, person, professor, { anonymous: false })
    await as(app, friend)(ratings.vote, { params: { id: rating.id }, body: { is_helpful: true } })
    const another = await makeRating(app, person === ada ? grace : ada, professor, { anonymous: false })
    await as(app, person)(ratings.vote, { params: { id: another.id }, body: { is_helpful: true } })
    const mine = await makeAssignment(app, person)
    const theirs = await makeAnswer(app, person === ada ? grace : ada, mine)
    await as(app, person)(answers.helpful, { params: { id: theirs.id }, body: {} })
    await makeAnswer(app, person, person === ada ? await makeAssignment(app, grace) : mine)
    await makeEvent(app, person)
    const { id } = await makeEvent(app, person === ada ? grace : ada)
    await as(app, person)(events.rsvp, { params: { id }, body: { status: 'attending' } })
    await as(app, person)(events.setReminders, { params: { id }, body: { minutes: [10] } })
    const presence = { school_id: person.schoolId, event_id: id, user_id: person.id }
    await app.db.insertInto('event_check_ins').values(presence).execute()
    await app.db
      .insertInto('event_no_show_contests')
      .values({ ...presence, text: 'x' })
      .execute()
    const { id: lost } = await makeEvent(app, friend)
    await app.db
      .insertInto('event_removals')
      .values({ ...presence, event_id: lost })
      .execute()
    const { id: shared } = await makeEvent(app, friend)
    await as(app, friend)(events.update, { params: { id: shared }, body: { co_organizers: [person.id] } })
    const full = await makeEvent(app, friend, { seats: 1 })
    await fillEvent(app, full, asked)
    await as(app, person)(waitlists.join, { params: { id: full.id } })
    await as(app, person)(events.calendarLinks)
    if (person === ada) await as(app, person)(events.rotateCalendarLinks)
    await makeReport(app, person, await makePost(app, person === ada ? grace : ada))
    const group = await makeGroup(app, person, { name: `Group of ${person.id}` })
    const poll = await makePoll(app, person, group)
    const choice = { params: { gid: group.id, pid: poll.id }, body: { option_index: 0 } }
    await as(app, person)(groupPosts.vote, choice)
    const { id: question } = await makeAssignment(app, person)
    await as(app, person)(groupAssignments.share, { params: { gid: group.id }, body: { assignment_id: question } })
    await as(app, person)(groups.invite, { params: { id: group.id }, body: { user_id: friend.id } })
    await makeJoinRequest(app, person, await makeGroup(app, friend, { type: 'private' }), person.id)
    const reason = `About ${person.id}`
    await withTransaction(app.db, (trx) => moderate(trx, { id: null, name: 'Dean' }, person, { type: 'warn', reason }))
    await makeAppeal(app, person)
    const notificationEvent = {
      schoolId: ada.schoolId,
      kind: 'like',
      link: `/${person.id}`,
      params: { item: 'post' },
    } as const
    await withTransaction(app.db, (trx) => app.notifications.notify(trx, notificationEvent, [person.id]))
    const quiet = { from: person === ada ? 1 : 2, to: 3 }
    await as(app, person)(notifications.choose, { body: { quiet } })
    await subscribe(app, person, createBrowser().subscription)
    await as(app, person)(push.test)
    const school = { id: ada.schoolId, domain: `${person.id}.example` }
    const conversation = await makeConversation(app, person, [await makeUser(app, { school })])
    const message = await makeMessage(app, person, conversation)
    await as(app, person)(messages.react, { params: { id: message.id, emoji: '👍' } })
    const later = Math.floor(Date.now() / 1000) + 3600
    await as(app, person)(reminders.set, { params: { id: message.id }, body: { at: later } })
    await as(app, person)(drafts.save, { params: { id: conversation.id }, body: { text: `Draft of ${person.id}` } })
    const waiting = { content: `Later from ${person.id}`, send_at: later }
    await as(app, person)(messages.send, { params: { id: conversation.id }, body: waiting })
    await as(app, person)(pins.add, { params: { id: message.id } })
    await as(app, person)(messages.update, { params: { id: message.id }, body: { content: `Edited by ${person.id}` } })
    const several = await makeConversation(app, person, [friend, await makeUser(app, { school })])
    await as(app, person)(conversations.leave, { params: { id: several.id } })
    await makeConversation(app, person, [friend, await makeUser(app, { school })])
  }
}
let filled: Promise<void> | undefined

test.each(personalData)("the export of $table holds the user's own data, and none of others", async (data) => {
  filled ??= fillAllTables()
  await filled
  const [hers, his] = [await data.export(app.db, ada), await data.export(app.db, grace)]
  expect(hers.length).toBeGreaterThan(0)
  expect(hers).not.toEqual(his)
  expect(await data.export(app.db, { id: ada.id, schoolId: foreigner.schoolId })).toEqual([])
})

const counter = 'Counts or sums what other users did.'
const internal = 'Internal state.'
const rowKey = 'Key of the row.'
const moderator = 'Names a moderator.'
const withheld = 'The decision is exported.'
const rule = 'The rule of the school when it was written.'

/** Columns that the export of a table omits, and why. A new column is exported or listed here. */
const omittedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  confession_likes: { id: rowKey },
  users: {
    'blocked_as blocked_until blocked_reason': 'Exported with moderation_actions.',
    'deleted_at anonymous_items removal_swept_days':
      'Set only while the account is deleted, when no export is possible.',
    site_admin_revoked_at: internal,
    paused_until: internal,
  },
  sessions: {
    id: rowKey,
    hides_own: internal,
  },
  push_subscriptions: {
    'id session_id key_id': rowKey,
    endpoint: 'With it another program could reach the device; exported as host.',
    'p256dh auth': 'Keys of the device.',
    failures: internal,
  },
  push_due: {
    topic: 'Follows from kind and link.',
    'due_at count is_held': internal,
  },
  grants: { 'granted_by granted_by_name': moderator },
  removal_allowances: { 'allowed_by allowed_by_name': moderator },
  person_notes: {
    id: rowKey,
    'author_id author_name': moderator,
  },
  exports: {
    'file bytes ready_at fetched_at': internal,
  },
  friend_requests: {
    id: rowKey,
  },
  uploads: {
    'phash blocked_by match_reported_at is_unreadable': 'Fingerprints of what the file shows, and what they led to.',
    'withheld_at held_at evidence_at': withheld,
    'kind width height widths position': 'Part of the exported file.',
  },
  posts: {
    withheld_at: withheld,
    sealed_mode: rule,
    is_anonymous: 'Named and anonymous posts are exported separately.',
    'type visibility': 'Follows from other columns.',
    'like_count comment_count': counter,
  },
  comments: {
    'withheld_at withheld_by': withheld,
    sealed_mode: rule,
    is_anonymous: 'Named and anonymous comments are exported separately.',
    like_count: counter,
  },
  messages: {
    withheld_at: withheld,
    'seq system_kind revision': internal,
  },
  conversations: {
    'topic last_seq last_message_at picture_seq': internal,
    'group_id marketplace_listing_id': 'Null in conversations that have an owner.',
  },
  message_reactions: {
    slot: internal,
  },
  message_pins: {
    slot: internal,
  },
  message_reminders: {
    slot: internal,
  },
  scheduled_messages: {
    id: rowKey,
    slot: internal,
  },
  participants: {
    'read_seq cleared_seq hidden_seq': internal,
    'declined_at requested_at':
      'The state is exported. The sender is not named: an export must not tell who was declined.',
  },
  conversation_exits: {
    at: 'Exported as left_at.',
  },
  meetings: {
    id: rowKey,
  },
  event_attendees: {
    notice_due: internal,
  },
  event_reminders: {
    'due_at sent_at': internal,
  },
  event_organizers: {
    seat: internal,
  },
  event_waitlist: {
    'place offer_id notice_due': internal,
  },
  events: {
    withheld_at: withheld,
    'attendees_count held_count': counter,
    status: 'Follows from cancel_reason.',
    'updated_at sequence reminded_at changed_alone': internal,
  },
  listings: {
    withheld_at: withheld,
    favorites_count: counter,
    version: internal,
    reminded_at: internal,
  },
  listing_searches: { id: rowKey, slot: internal },
  listing_reservations: {
    id: rowKey,
    'seller_slot buyer_slot': internal,
  },
  departments: {
    professors_count: counter,
  },
  professors: {
    withheld_at: withheld,
    'first_name last_name': 'Exported as name.',
    'total_ratings overall_sum difficulty_sum engagement_sum teaching_quality_sum workload_sum fun_sum again_answers again_yes stars tags_summary prior':
      counter,
    'email website_url office_location office_hours years_teaching bio research_interests specializations courses_taught':
      'Data about the professor, not about the user.',
  },
  ratings: {
    withheld_at: withheld,
    sealed_mode: rule,
    is_anonymous: 'Named and anonymous ratings are exported separately.',
    'helpful_count not_helpful_count': counter,
  },
  assignments: {
    withheld_at: withheld,
    answers_count: counter,
  },
  assignment_answers: {
    withheld_at: withheld,
  },
  groups: {
    withheld_at: withheld,
    members_count: counter,
  },
  group_members: {
    id: rowKey,
  },
  group_join_requests: {
    id: rowKey,
  },
  group_invitations: {
    id: rowKey,
  },
  moderation_actions: {
    'rule_id source is_sealed': internal,
    report_content: 'The reported text, which is exported with its item.',
    'created_by_name reversed_by_name created_by reversed_by': moderator,
    notice_shown_at: internal,
  },
  appeals: {
    'claimed_by claimed_by_name claimed_until decided_by': moderator,
    'same_person escalated_at': internal,
  },
  appeal_messages: {
    id: rowKey,
    author_id: moderator,
  },
  reports: {
    'id case_id': rowKey,
    sealed_mode: 'Of the reported item.',
    'title content': 'Written by the reported user.',
    settled_at: 'The status is exported.',
    'settled_by settled_by_name': moderator,
  },
  notifications: {
    id: rowKey,
    'actors times': 'Data about other users.',
    params: 'The sentence that they render to is exported.',
    'due is_read': internal,
  },
  confessions: {
    withheld_at: withheld,
    sealed_mode: rule,
    likes_count: counter,
  },
}

/** Neither generated columns, hashes and seals (bytea), nor the school and the user, who are known. */
async function findReadableColumns(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and atttypid <> 'bytea'::regtype and attname <> 'school_id' and not exists (select from pg_constraint
        where contype = 'f' and conrelid = attrelid and confrelid = 'users'::regclass and attnum = any(conkey))`.execute(
    app.db,
  )
  return rows.map(({ name }) => name)
}

test.each([...personalData, ...sealedData])(
  'the export of $table contains every column that is not listed as omitted',
  async (data) => {
    filled ??= fillAllTables()
    await filled
    const [row = {}] = 'page' in data ? await exportSealed(data) : await data.export(app.db, ada)
    const forgotten = (await findReadableColumns(data.table)).filter((name) => !(name in row))
    const omitted = Object.keys(omittedColumns[data.table] ?? {}).flatMap((names) => names.split(' '))
    const missing = forgotten.filter((name) => !omitted.includes(name)).join(', ')
    const hint = `the export lacks ${missing || 'nothing'}: add it in personal-data.ts, or to omittedColumns`
    expect(forgotten.sort(), `${data.table}: ${hint}`).toEqual(omitted.sort())
  },
)

/** Exports one row of the table. Whether it is anonymous does not matter: a sealed export gets ids. */
async function exportSealed({ table, export: exportRows }: SealedData) {
  if (table.startsWith('confession')) {
    const { id } = await makeConfession(app, grace)
    await as(app, ada)(confessions.like, { params: { id } })
  }
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where school_id = ${ada.schoolId}
    limit 1`.execute(app.db)
  return exportRows(
    app.db,
    ada.schoolId,
    rows.map(({ id }) => id),
  )
}

const makeCompany = async ({ schoolId: id }: TestUser) => {
  const stranger = () => makeUser(app, { school: { id, domain: 'company.example' } })
  return [await stranger(), await stranger(), await stranger()] as const
}
