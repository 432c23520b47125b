// Rules for every route of the contract. A new route is covered automatically; one that a rule cannot test fails here
// until it has a sample.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../src/app/contract.ts'
import { answers } from '../src/features/assignments/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { groupPosts } from '../src/features/group-posts/contract.ts'
import { groups } from '../src/features/groups/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { listingSearches } from '../src/features/marketplace/searches-contract.ts'
import { moderate, reverse } from '../src/features/moderation/server/actions.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { friends } from '../src/features/people/contract.ts'
import { posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { push } from '../src/features/push/contract.ts'
import { schools } from '../src/features/schools/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { routePaths } from '../src/shared/server/http/serve.ts'
import { as, openTestApp, signedOut } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeAd } from '../src/testing/factories/ads.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { makeAppeal } from '../src/testing/factories/decisions.ts'
import { makeEvent } from '../src/testing/factories/events.ts'
import {
  makeGroup,
  makeGroupComment,
  makeGroupEvent,
  makeJoinRequest,
  makePoll,
} from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeComment, makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor, makeRating } from '../src/testing/factories/professors.ts'
import { subscribe } from '../src/testing/factories/push.ts'
import { makeBlock, makeFriends, makeSchool, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { captureLog } from '../src/testing/log.ts'
import { createBrowser } from '../src/testing/push-browser.ts'
import { samples } from '../src/testing/samples/all.ts'
import { sampleAnswer } from '../src/testing/samples/assignments.ts'
import { sampleConversation } from '../src/testing/samples/messages.ts'
import { sampleEvidence } from '../src/testing/samples/moderation.ts'
import { makeSchoolmate, type SampleRequest } from '../src/testing/samples/sample.ts'
import { sampleFriendRequest } from '../src/testing/samples/users.ts'
import { openStream } from '../src/testing/streams.ts'

const { app, school, student, admin, foreigner, head } = await campus({
  people: { student: {}, admin: { role: 'admin' } },
  foreign: { people: { foreigner: {}, head: { role: 'admin' } } },
})
beforeAll(async () => {
  const both = [admin.id, head.id]
  await app.db.updateTable('users').set({ can_manage_ads: true }).where('id', 'in', both).execute()
})

const isForAdmins = ({ access = 'active' }: Route) => ['admin', 'custodian'].includes(access)

const canRequest = (route: Route, person: TestUser) =>
  route.access === 'site_admin' ? false : !isForAdmins(route) || person === admin || person === head

/** Ids that are ignored unless they are the user's own, and why: as if they were absent. */
const passedOver: Readonly<Record<string, string>> = {
  'moderation.markShown notificationIds': 'A notice may be gone when it is read.',
  'posts.create mentions': 'A user that the author may not mention is not linked.',
  'comments.create mentions': 'A user that the author may not mention is not linked.',
  'groupPosts.create mentions': 'A user that the author may not mention is not linked.',
  'groupPosts.comment mentions': 'A user that the author may not mention is not linked.',
  'messages.send mentions': 'Only participants that the text names are mentioned.',
}
/** Ids that get 403 unless they are the user's own, and why. */
const own = 'An admin can only target their own school.'
const refused: Readonly<Record<string, string>> = {
  'ads.create target_school_id': own,
  'ads.update target_school_id': own,
  'ads.patch target_school_id': own,
}

/** Names of the ids that a route takes, in its path and its body. */
const findIds = ({ path, body }: Route) => ({
  params: [...path.matchAll(/:(\w+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'action' && name !== 'emoji' && name !== 'kind'),
  body: Object.entries(body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {})
    .filter(([, schema]) => JSON.stringify(schema).includes('"uuid"'))
    .map(([name]) => name)
    .filter((name) => name !== 'action'), // an object with ids of its own: cases.test.ts
})
const guarded = allRoutes.filter(({ route }) => (route.access ?? 'active') !== 'public')
/** Public routes are not tested: a secret link works for every client. */
const withIds = guarded.filter(({ route }) => Object.values(findIds(route)).flat().length > 0)
const call = (person: { cookie: string }, route: Route, ask: SampleRequest = {}) =>
  as(app, person)(route, ask as object)

test.each(guarded)('$name returns 401 to a signed-out client, at every path', async ({ route }) => {
  for (const path of routePaths(route)) {
    const { status, body } = await call(signedOut, { ...route, path })
    expect(status, path).toBe(401)
    expect(body, path).toMatchObject({ success: false, code: 'unauthorized' })
  }
})

/** The complete error reply for a blocked account. */
const expectedRefusal = (blockReason: string, message: string, suspendedUntil: unknown) => ({
  success: false,
  error: message,
  code: 'account_blocked',
  request_id: expect.any(String),
  isBlocked: true,
  blockReason,
  message,
  suspendedUntil,
})

/** What a blocked user can still do: read and appeal decisions, and take their data or delete the account. */
const openToBlocked = guarded.filter(({ route }) => route.access === 'authenticated')

test('only the calls for blocked users are open to them', () => {
  expect(openToBlocked.map(({ name }) => name).sort()).toEqual([
    'account.downloadExportBlocked',
    'account.exportStatusBlocked',
    'account.removeBlocked',
    'account.requestExportBlocked',
    'appeals.create',
    'appeals.withdraw',
    'appeals.write',
    'decisions.list',
    'decisions.show',
  ])
})

test.each(guarded.filter((one) => !openToBlocked.includes(one)))(
  '$name returns only the blocked error to a banned and a suspended user, at every path',
  async ({ route }) => {
    const [mallory, sam] = [
      await makeUser(app, { school, role: 'site_admin' }),
      await makeUser(app, { school, role: 'site_admin' }),
    ]
    const dean = { id: null, name: 'Dean' }
    await withTransaction(app.db, (trx) => moderate(trx, dean, mallory, { type: 'ban', reason: 'Harassment' }))
    await withTransaction(app.db, (trx) => moderate(trx, dean, sam, { type: 'suspend', reason: 'Spam', days: 1 }))
    for (const path of routePaths(route)) {
      const banned = await call(mallory, { ...route, path })
      expect(banned.status, path).toBe(403)
      expect(banned.body, path).toEqual(
        expectedRefusal('banned', 'Your account has been banned. Reason: Harassment', null),
      )
      const suspended = await call(sam, { ...route, path })
      expect(suspended.status, path).toBe(423)
      const until = expect.any(Number)
      expect(suspended.body, path).toEqual(
        expectedRefusal('suspended', 'Your account is suspended. Reason: Spam', until),
      )
    }
  },
)

/** A checksum of all rows of a school. */
async function readState(schoolId: string): Promise<string> {
  schoolTables ??= await findSchoolTables()
  const sums = schoolTables.map(
    (table) => sql`select sum(hashtextextended(t::text, 0)) as sum from ${sql.table(table)} as t
      where school_id = ${schoolId}`,
  )
  const { rows } = await sql<{
    sum: string
  }>`select sum(sum)::text as sum from (${sql.join(sums, sql` union all `)}) as sums`.execute(app.db)
  return rows[0]?.sum ?? ''
}

/** The same value with an id that does not exist. */
const toUnknown = (value: unknown) => {
  if (Array.isArray(value)) return [randomUUID()]
  return typeof value === 'object' ? { ...value, id: randomUUID() } : randomUUID()
}

let schoolTables: string[] | undefined

const findSchoolTables = async () => {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'school_id')`.execute(app.db)
  return rows.map(({ table }) => table)
}

test.each(withIds.filter(({ route }) => route.access !== 'site_admin'))(
  '$name answers for an item of another school as for an unknown one',
  async ({ name, route }) => {
    const sample = samples[name]
    if (!sample) throw new Error(`${name} takes an id: write a sample for it.`)
    const owner = canRequest(route, foreigner) ? foreigner : head
    const theirs = await sample(app, owner)
    for (const asker of [student, admin].filter((person) => canRequest(route, person))) {
      const ours = await sample(app, asker)
      const isWrite = route.method !== 'GET'
      const before = isWrite && (await readState(owner.schoolId))
      for (const part of ['params', 'body'] as const) {
        for (const id of findIds(route)[part]) {
          const answerFor = async (value: unknown) => {
            const { status, body } = await call(asker, route, { ...ours, [part]: { ...ours[part], [id]: value } })
            return { status, body: { ...(body as object), request_id: '' } }
          }
          const unknown = toUnknown(theirs[part]?.[id])
          expect(ours[part]?.[id], `the sample of ${name} names ${id}`).toBeTruthy()
          const answer = await answerFor(theirs[part]?.[id])
          if (`${name} ${id}` in passedOver) {
            expect(answer.status, id).toBe((await answerFor(unknown)).status)
            expect(answer.status, id).toBeLessThan(300)
            for (const one of [theirs[part]?.[id]].flat()) expect(JSON.stringify(answer)).not.toContain(one)
            continue
          }
          expect(answer.status, id).toBe(`${name} ${id}` in refused ? 403 : 404)
          expect(answer, id).toEqual(await answerFor(unknown))
        }
      }
      if (isWrite) expect(await readState(owner.schoolId), 'nothing in the other school has changed').toBe(before)
      // The same requests succeed for users of the right school, so the school made the difference.
      expect((await call(asker, route, ours)).status).toBeLessThan(300)
    }
    expect((await call(owner, route, theirs)).status).toBeLessThan(300)
  },
)

/** A text that occurs in one school only. */
const canary = 'canary7f3a'

/** Reads whose reply contains no texts, so that no canary can be in it. */
const onlyFigures = new Set([
  'notifications.count',
  'friends.counts',
  'safety.settings',
  'account.exportStatus',
  'account.exportStatusBlocked',
  'professors.stats',
  'people.stats',
])

/** Its rows cannot be changed, so they contain the canary from the start. */
const appendOnly = 'audit_log'

/** Reads without texts of a school, and what they return. */
const wordless: Readonly<Record<string, string>> = {
  'admin.stats': 'Numbers.',
  'admin.analytics': 'Numbers and days.',
  'ads.analytics': 'Numbers and days.',
  'appeals.due': 'Types of decisions, and times.',
  'assignments.similar': 'Nothing without a title; its own test covers two schools.',
  'events.calendarLinks': 'Secret addresses.',
  'friends.initials': 'Letters.',
  'marketplace.prices': 'Numbers and times.',
  'meetings.show': 'No meeting yet; those of others are 404.',
  'notifications.choices': 'Words of the product.',
  'push.key': 'The key of the installation.',
  'push.list': 'Hosts of push services.',
  'search.all': 'Nothing without a term; with one: search.test.ts.',
}

/** At least one row with text in every table, in the other school. */
async function furnish() {
  await sql`insert into transparency_reports (school_id, quarter, body) select id, '2026-Q1', '{"numbers":null}'
    from unnest(${[student.schoolId, foreigner.schoolId]}::uuid[]) as schools (id)`.execute(app.db)
  const { id, schoolId: school_id } = foreigner
  const who = { id: randomUUID(), mode: 'two', requested_by: randomUUID(), requested_by_name: 'x' }
  await app.db
    .insertInto('anonymity_changes')
    .values({ ...who, school_id, state: 'applied', decided_at: new Date() })
    .execute()
  await sql`insert into seal_epochs (school_id, epoch, wrapped_key, active_at) values (${school_id}, 'infinity', 'x', now() + interval '1 day')`.execute(
    app.db,
  )
  const claim = { kind: 'post', content_id: randomUUID(), claimed_by: randomUUID(), claimed_by_name: 'x' }
  await app.db
    .insertInto('case_claims')
    .values({ ...claim, school_id, claimed_until: new Date() })
    .execute()
  await makeComment(app, foreigner, await makePost(app, foreigner))
  const headers = { 'idempotency-key': 'a key' }
  await as(app, foreigner)(posts.create, { body: { content: 'With a key' }, headers })
  await makeEvent(app, foreigner)
  const dates = { start_date: 2_000_000_000, end_date: 2_000_003_600, series: { freq: 'weekly' as const, count: 2 } }
  await as(app, foreigner)(events.create, { body: { title: 'x', description: 'x', location: 'x', ...dates } })
  const professor = await makeProfessor(app, foreigner, { courses_taught: '["CS101"]' })
  const { id: ratingId } = await makeRating(app, foreigner, professor, { tags: ['Fair'] })
  await as(app, foreigner)(ratings.vote, { params: { id: ratingId }, body: { is_helpful: true } })
  const listing = await makeListing(app, foreigner)
  await as(app, foreigner)(marketplace.favorite, { params: { id: listing.id } })
  await as(app, foreigner)(listingSearches.create, { body: { name: 'Lamps', filters: {} } })
  await withTransaction(app.db, (trx) =>
    app.notifications.notify(trx, { schoolId: school_id, kind: 'like', link: '/', params: { item: 'post' } }, [id]),
  )
  await as(app, foreigner)(notifications.choose, { body: { ways: { like: 'mail' } } })
  await makeConfession(app, foreigner)
  await samples['waitingConfessions.approve']?.(app, foreigner)
  const { answer } = await sampleAnswer(app, foreigner)
  await as(app, foreigner)(answers.helpful, { params: { id: answer.id }, body: {} })
  await makePost(app, foreigner, { media: [await makeUpload(app, foreigner)] })
  const group = await makeGroup(app, foreigner, { type: 'private' })
  const poll = await makePoll(app, foreigner, group)
  await makeGroupComment(app, foreigner, poll)
  const choice = { params: { gid: group.id, pid: poll.id }, body: { option_index: 0 } }
  await as(app, foreigner)(groupPosts.vote, choice)
  await makeGroupEvent(app, foreigner, group)
  await makeJoinRequest(app, await makeSchoolmate(app, foreigner), group)
  const invited = { user_id: (await makeSchoolmate(app, foreigner)).id, message: 'Come' }
  await as(app, foreigner)(groups.invite, { params: { id: group.id }, body: invited })
  const theirs = await makeGroup(app, head)
  await as(app, head)(groups.invite, { params: { id: theirs.id }, body: { user_id: foreigner.id } })
  await sampleConversation(app, foreigner)
  await makeFriends(app, foreigner, await makeSchoolmate(app, foreigner))
  await makeBlock(app, foreigner, await makeSchoolmate(app, foreigner))
  await sampleFriendRequest(app, foreigner)
  await as(app, foreigner)(friends.request, { params: { id: (await makeSchoolmate(app, foreigner)).id } })
  await app.db
    .insertInto('exports')
    .values({ school_id, user_id: id, file: 'a.zip', bytes: 1, ready_at: new Date() })
    .execute()
  await app.db.insertInto('abandoned_files').values({ school_id, file: 'a.webp' }).execute()
  await app.db.insertInto('school_moves').values({ school_id, direction: 'out', state: 'copying', cell: 'x' }).execute()
  const numbers = JSON.stringify([{ name: canary, number: '1' }])
  await app.db.insertInto('emergency_numbers').values({ school_id, numbers }).execute()
  await app.db.insertInto('duties').values({ school_id, user_id: head.id, until: new Date() }).execute()
  const given = { granted_by: head.id, granted_by_name: canary, until: new Date() }
  await app.db
    .insertInto('grants')
    .values({ school_id, user_id: id, grant_name: 'cases', ...given })
    .execute()
  const pauseRequest = { school_id, user_id: head.id, requested_by: id, requested_by_name: canary, reason: canary }
  await app.db.insertInto('pause_requests').values(pauseRequest).execute()
  await app.db
    .insertInto('evidence_openings')
    .values({
      school_id,
      decision_id: await sampleEvidence(app, head),
      reason: canary,
      requested_by: id,
      requested_by_name: canary,
    })
    .execute()
  const allowance = { school_id, user_id: head.id, allowed_by: id, allowed_by_name: canary, until: new Date() }
  await app.db.insertInto('removal_allowances').values(allowance).execute()
  const { reason: _, ...roleRequest } = { ...pauseRequest, role: 'student' }
  await app.db.insertInto('role_requests').values(roleRequest).execute()
  const identity = { issuer: 'demo', tenant: '', subject: 'x', school_id, user_id: id }
  await app.db.insertInto('identities').values(identity).execute()
  await app.db.insertInto('audit_log').values({ school_id, actor_name: canary, action: canary }).execute()
  const dean = { id: null, name: 'Dean' }
  await withTransaction(app.db, async (trx) => {
    const action = await moderate(trx, dean, foreigner, { type: 'ban', reason: 'x' })
    await reverse(trx, dean, foreigner, action, 'x')
  })
  await withTransaction(app.db, (trx) => moderate(trx, dean, foreigner, { type: 'warn', reason: 'x' }))
  await makeAppeal(app, foreigner)
  const shown = await makePost(app, head, { media: [await makeUpload(app, head)] })
  for (const placement of ['sidebar', 'feed']) await makeAd(app, { school: school_id, title: canary, placement })
  await makeReport(app, foreigner, shown, { description: 'x' })
  const written = { concerns: 'self', ground: 'law', link: 'x', text: 'x', law: 'x', signature: 'x', email: 'x' }
  const report = await app.db
    .selectFrom('reports')
    .where('school_id', '=', school_id)
    .select('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('notices')
    .values({
      ...{ ...written, id: randomUUID(), token_hash: randomBytes(32), receipt: 'N-1', confirmed_at: new Date() },
      ...{ school_id, report_id: report.id },
    })
    .execute()
  await subscribe(app, foreigner, createBrowser().subscription)
  await as(app, foreigner)(push.test)
}

/**
 * Writes the canary into every free text of the school. Skips texts restricted by a check constraint, and the kinds of
 * reports and of requests to open seals, which the seal of the author is bound to.
 */
async function plantCanaries(schoolId: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; list: boolean; bound: boolean }>`
    select cls.relname as table, col.attname as column, col.atttypid = 'text[]'::regtype as list,
      exists (select from pg_constraint where conrelid = cls.oid and contype = 'c' and col.attnum = any(conkey)
        and pg_get_constraintdef(oid) like '% IS N%') as bound
    from pg_attribute as col
    join pg_class as cls on cls.oid = col.attrelid and cls.relkind = 'r' and cls.relnamespace = 'public'::regnamespace
    where col.atttypid in ('text'::regtype, 'text[]'::regtype) and col.attgenerated = ''
      and (cls.relname, col.attname) not in (('reports', 'kind'), ('seal_requests', 'kind'))
      and exists (select from pg_attribute where attrelid = cls.oid and attname = 'school_id')
      and not exists (select from pg_constraint where conrelid = cls.oid and contype = 'c' and col.attnum = any(conkey)
        and pg_get_constraintdef(oid) like any (array['%= ''%', '%~ ''%', '%= ANY (ARRAY[%']))`.execute(app.db)
  for (const { table, column, list, bound } of columns) {
    if (table === appendOnly) continue
    const word = sql`${canary} || ' ' || gen_random_uuid()`
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${list ? sql`array[${word}]` : word}
      where school_id = ${schoolId} ${bound ? sql`and ${sql.ref(column)} is not null` : sql``}`.execute(app.db)
  }
  return [...new Set(columns.map(({ table }) => table))]
}

test('no read returns a text of another school', { timeout: 90_000 }, async () => {
  const reads = allRoutes.filter(
    ({ name, route }) => route.method === 'GET' && route.reply && name !== 'schools.listPublic',
  )
  await furnish()
  const theirAsks = new Map<string, SampleRequest>()
  for (const { name, route } of reads)
    theirAsks.set(name, (await samples[name]?.(app, canRequest(route, foreigner) ? foreigner : head)) ?? {})
  const tables = await plantCanaries(foreigner.schoolId)
  for (const table of tables) {
    const { rows } = await sql`select from ${sql.table(table)} as row
      where school_id = ${foreigner.schoolId} and row::text like ${`%${canary}%`}`.execute(app.db)
    expect(rows.length, `furnish the foreign school with a row of ${table}`).toBeGreaterThan(0)
  }
  await sql`update schools set name = ${canary} where id = ${foreigner.schoolId}`.execute(app.db)
  const places = [{ name: canary, map: canary, hours: canary }]
  await as(app, head)(schools.setPlaces, { params: { id: foreigner.schoolId }, body: { places } })

  const theirs = await app.db.selectFrom('posts').select('id').where('author_id', '=', foreigner.id).execute()
  for (const { name, route } of reads) {
    for (const query of [{}, { search: canary, q: canary, school_id: foreigner.schoolId, limit: 200 }]) {
      for (const asker of [student, admin].filter((person) => canRequest(route, person))) {
        const sample = await samples[name]?.(app, asker)
        const ask = { ...sample, query: { ...sample?.query, ...query } }
        const { status, body } = await as(app, asker)(route, ask)
        expect(status, name).toBe(200)
        const text = JSON.stringify(body)
        expect(text, name).not.toContain(canary)
        for (const { id } of [...theirs, { id: foreigner.id }, { id: foreigner.schoolId }])
          expect(text).not.toContain(id)
      }
    }
    if (wordless[name] || onlyFigures.has(name) || route.access === 'site_admin') continue
    const sample = theirAsks.get(name)
    const ask = { ...sample, query: { ...sample?.query, allow_empty: 'true' } }
    const { body } = await as(app, canRequest(route, foreigner) ? foreigner : head)(route, ask as object)
    expect(JSON.stringify(body), `${name} shows the canary to its own school`).toContain(canary)
  }
})

/** Reads with an id in the query. */
const named = allRoutes.flatMap(({ name, route }) =>
  Object.entries(
    route.query ? (z.toJSONSchema(route.query, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {},
  )
    .filter(([, schema]) => JSON.stringify(schema).includes('"uuid"'))
    .map(([field]) => ({ name, route, field })),
)

/** Values from the other school for such a query. */
const sampleForeignMessage = async () => {
  const { params } = await sampleConversation(app, foreigner)
  const { rows } = await sql<{
    id: string
  }>`select id from messages where conversation_id = ${params?.id ?? ''}`.execute(app.db)
  return rows[0]?.id ?? ''
}
const ofTheOtherSchool: Readonly<Record<string, () => Promise<string>>> = {
  school_id: async () => foreigner.schoolId,
  department_id: async () => (await makeProfessor(app, foreigner)).department.id,
  course_id: async () => {
    const { id } = await makeProfessor(app, foreigner, { courses_taught: '["CS102 - Foreign"]' })
    const { rows } = await sql<{ id: string }>`select id from professor_courses where professor_id = ${id}`.execute(
      app.db,
    )
    return rows[0]?.id ?? ''
  },
  userId: async () => {
    const dean = { id: null, name: 'Dean' }
    await withTransaction(app.db, (trx) => moderate(trx, dean, foreigner, { type: 'warn', reason: 'x' }))
    return foreigner.id
  },
  before: sampleForeignMessage,
  around: sampleForeignMessage,
  from: async () => foreigner.id,
}

test.each(named.filter(({ route }) => route.access !== 'site_admin'))(
  '$name answers for another school’s $field in its query as for an unknown one',
  async ({ name, route, field }) => {
    const theirs = await ofTheOtherSchool[field]?.()
    expect(theirs, `say what ${field} is`).toMatch(/^[0-9a-f-]{36}$/)
    for (const asker of [student, admin].filter((person) => canRequest(route, person))) {
      const sample = (await samples[name]?.(app, asker)) ?? {}
      const isWrite = route.method !== 'GET'
      const before = isWrite && (await readState(foreigner.schoolId))
      const answerFor = async (value: string) => {
        const { status, body } = await as(app, asker)(route, { ...sample, query: { [field]: value } } as never)
        const text = JSON.stringify({ ...(body as object), request_id: '' })
        const shown = isWrite ? text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '?') : text // each write makes a new id
        return { status, text: shown.replaceAll(value, '?').replaceAll(asker.schoolId, '?') }
      }
      // A foreign school id counts as the user's own school; other ids count as unknown.
      const other = field === 'school_id' ? asker.schoolId : randomUUID()
      const [found, unknown] = [await answerFor(theirs ?? ''), await answerFor(other)]
      if (found.status < 300) expect(found).toEqual(unknown)
      else expect([403, 404]).toContain(found.status)
      if (isWrite) expect(await readState(foreigner.schoolId), 'nothing in the other school has changed').toBe(before)
    }
  },
)

/** All writes that a user of the other school may make, with their texts and names. */
const writes = allRoutes.filter(
  ({ name, route }) =>
    route.method !== 'GET' && route.access !== 'public' && route.access !== 'site_admin' && samples[name],
)

/** Fields that only the server sets, by their column names. */
const forbidden = (victim: TestUser) => ({
  school_id: student.schoolId,
  author_id: victim.id,
  user_id: victim.id,
  owner_id: victim.id,
  reviewer_id: victim.id,
  seller_id: victim.id,
  organizer_id: victim.id,
  created_by: victim.id,
  created_at: 987_654,
  likes_count: 987_654,
  like_count: 987_654,
  comment_count: 987_654,
  points: 987_654,
  helpful_votes: 987_654,
  email: 'poison@evil.example',
  terms_accepted: 0,
  is_active: false,
  blocked_as: 'banned',
  can_manage_ads: true,
  __proto__: { role: 'site_admin' },
})

test('actions in one school reach no user of another, and clients cannot set server-side fields', {
  timeout: 90_000,
}, async () => {
  const heard = await openTestApp({ ...app.config, logLevel: 'trace' })
  const lines = captureLog(heard)

  const [ours, theirs] = [await makeSchool(heard), await makeSchool(heard)]
  const listeners = [await makeUser(heard, { school: ours }), await makeUser(heard, { school: ours, role: 'admin' })]
  const streams = await Promise.all(listeners.map((person) => openStream(heard, person)))
  const victim = await makeUser(heard, { school: theirs, name: 'Vic Tim' })
  const taken: string[] = []
  const said = new Set<string>()
  for (const { name, route } of writes) {
    const role = isForAdmins(route) ? 'admin' : 'student'
    const owner = await makeUser(heard, { school: theirs, role })
    await heard.db
      .updateTable('users')
      .set({ can_manage_ads: role === 'admin' })
      .where('id', '=', owner.id)
      .execute()
    const ask = (await samples[name]?.(heard, owner)) ?? {}
    const known = Object.keys(
      route.body ? (z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {},
    )
    const more = Object.fromEntries(Object.entries(forbidden(victim)).filter(([field]) => !known.includes(field)))
    const body = route.body ? { ...ask.body, ...more } : undefined
    const { status } = await as(heard, owner)(route, { params: ask.params, ...(body ? { body } : {}) } as never)
    if (status >= 300) taken.push(`${name} ${status}`)
    for (const value of Object.values(ask.body ?? {}))
      if (typeof value === 'string' && /^[A-Z][a-z]+ /.test(value)) said.add(value)
    said.add(owner.cookie.replace(/^.*=/, '')).add(owner.email)
  }
  expect(taken, 'unknown fields are ignored without an error').toEqual([])

  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    heard.db,
  )
  for (const { table } of rows) {
    // As a word: the digits also occur in a hash.
    const poisoned = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(table)} as t
      where t::text ~ ${`\\m987654\\M|poison@evil|${victim.id}`} and t::text not like ${`%${victim.email}%`}`.execute(
      heard.db,
    )
    const own = ['sessions', 'users'].includes(table) ? poisoned.rows.slice(1) : poisoned.rows
    expect(own, table).toEqual([])
    const inOurs = await sql`select from ${sql.table(table)} as t where t::text like ${`%${ours.id}%`}`.execute(
      heard.db,
    )
    if (!['schools', 'users', 'sessions', 'rules'].includes(table)) expect(inOurs.rows.length, table).toBe(0)
  }

  await as(heard, listeners[0] as TestUser)(friends.request, { params: { id: listeners[1]?.id ?? '' } })
  await streams[1]?.next('friend.request') // so all earlier events have arrived
  const events = streams.flatMap((stream) => stream.heard).filter(({ name }) => name !== 'reconnect')
  expect(events.map(({ name }) => name).sort()).toEqual(['friend.request', 'notification.created'])
  const mails = await sql<{ to: string }>`
    select payload ->> 'to' as to from graphile_worker._private_jobs where payload::jsonb ? 'to'`.execute(heard.db)
  expect(mails.rows.length, 'warnings and bans are mailed').toBeGreaterThan(0)
  for (const { to } of mails.rows) expect(to).toContain(theirs.domain)

  expect(lines.length, 'the log was captured').toBeGreaterThan(writes.length)
  const told = lines.filter((line) => [...said].some((word) => line.includes(word)) || /@[\w-]+\.example/.test(line))
  expect(told, 'no log line holds a token, an email address or user text').toEqual([])
})
