import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../../shared/server/db/sql.ts'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, makeUser, type TestSchool } from '../../../testing/factories/users.ts'
import { reportReasons } from '../../moderation/report-contract.ts'
import { sealCategories } from '../../moderation/seal-contract.ts'
import { schools } from '../../schools/contract.ts'
import { type Cell, type Numbers, transparency } from '../contract.ts'
import { publishNumbers } from './publish-actions.ts'

const { app, school, ada, site, foreigner } = await campus({
  perTest: true,
  people: { ada: {}, site: { role: 'site_admin' } },
  foreign: { people: { foreigner: {} } },
})

const hour = 3_600_000
const quarter = { name: '2025-Q2', from: Date.UTC(2025, 3), to: Date.UTC(2025, 6) }
const day = (text: string) => new Date(`${text}T12:00:00Z`)
const publication = day('2025-07-16')

/** The school existed before the quarter, and so many of its people were active in it. */
async function openSchool(where: TestSchool, active: number) {
  await app.db
    .updateTable('schools')
    .set({ created_at: day('2024-01-01') })
    .where('id', '=', where.id)
    .execute()
  await sql`insert into users (school_id, id, name, email, created_at, last_active_at)
    select ${where.id}, gen_random_uuid(), 'Person', n || '@people.' || ${where.domain}, ${day('2025-01-01')}, ${day('2025-05-01')}
    from generate_series(1, ${active}) as n`.execute(app.db)
  await sql`insert into users (school_id, id, name, email, created_at, last_active_at)
    values (${where.id}, gen_random_uuid(), 'Left', ${`left@${where.domain}`}, ${day('2024-02-01')}, ${day('2025-03-30')}),
      (${where.id}, gen_random_uuid(), 'Later', ${`later@${where.domain}`}, ${day('2025-07-02')}, ${day('2025-07-15')})`.execute(
    app.db,
  )
}

const show = (who = ada, period?: string) => as(app, who)(transparency.show, { query: period ? { period } : {} })
const showPublic = (query: { period?: string; format?: 'json' | 'csv' } = {}, id = school.id) =>
  as(app, signedOut)(transparency.showPublic, { params: { school_id: id }, query })
/** The reply of a route whose contract has none. */
const toData = ({ body }: { body: unknown }) => (body as { data: Record<string, unknown> }).data

/** Decides like dice, the same way for the same seed. */
function roll(seed: number) {
  let state = seed || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  return {
    below: (max: number) => Math.floor(next() * max),
    of: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  }
}

/** Rows of a year around the quarter, as plain objects: what is stored, and what the test counts. */
function makeRows(seed: number, people: readonly string[]) {
  const dice = roll(seed)
  const someTime = () => quarter.from - 60 * 24 * hour + dice.below(210 * 24) * hour
  const reports = Array.from({ length: 60 }, () => {
    const created_at = someTime()
    const status = dice.of(['pending', 'resolved', 'dismissed', 'dismissed', 'reviewed'] as const)
    const settled_at = status === 'pending' ? null : created_at + (1 + dice.below(200)) * hour
    return { id: newId(), created_at, status, settled_at, reason: dice.of(reportReasons) }
  })
  const decisions = Array.from({ length: 60 }, () => ({
    ...{ id: newId(), created_at: someTime(), action_type: dice.of(['warn', 'ban', 'remove', 'remove'] as const) },
    ...{ source: dice.of(['own', 'report', 'report'] as const), automated: dice.below(20) === 0 },
    replaces: dice.below(8) === 0 ? newId() : null,
  }))
  const appeals = decisions
    .filter(() => dice.below(3) > 0)
    .map((decision) => {
      const created_at = decision.created_at + dice.below(300) * hour
      const state = dice.of(['open', 'upheld', 'upheld', 'overturned', 'changed', 'withdrawn', 'closed'] as const)
      const decided_at = state === 'open' ? null : created_at + (1 + dice.below(300)) * hour
      const answered_at = dice.below(2) === 0 ? created_at + (1 + dice.below(100)) * hour : null
      const same_person = dice.below(5) === 0
      return { id: newId(), decision_id: decision.id, created_at, state, decided_at, answered_at, same_person }
    })
  const openings = Array.from({ length: 80 }, () => ({
    ...{ id: newId(), opened_at: someTime(), category: dice.of(sealCategories) },
  }))
  return { reports, decisions, appeals, openings, person: dice.of(people) }
}
type Rows = ReturnType<typeof makeRows>

async function store({ id: school_id }: TestSchool, { reports, decisions, appeals, openings, person }: Rows) {
  const at = (time: number) => new Date(time)
  await app.db
    .insertInto('reports')
    .values(
      reports.map(({ settled_at, created_at, ...report }) => ({
        ...{ school_id, kind: 'post', content_id: newId(), content: 'Words', created_at: at(created_at), ...report },
        settled_at: settled_at === null ? null : at(settled_at),
      })),
    )
    .execute()
  await app.db
    .insertInto('moderation_actions')
    .values(
      decisions.map(({ created_at, ...decision }) => ({
        ...{ school_id, user_id: person, reason: 'Words', created_by_name: 'Dean', created_at: at(created_at) },
        ...decision,
      })),
    )
    .execute()
  await app.db
    .insertInto('appeals')
    .values(
      appeals.map(({ created_at, decided_at, answered_at: _, state, ...appeal }) => {
        const hasOutcome = state === 'upheld' || state === 'overturned' || state === 'changed'
        return {
          ...{ school_id, by: 'affected', state, created_at: at(created_at), ...appeal },
          ...{ decided_at: decided_at === null ? null : at(decided_at), outcome: hasOutcome ? state : null },
          ...{ reason: hasOutcome ? 'Words' : null, decided_by: hasOutcome ? newId() : null },
        }
      }),
    )
    .execute()
  const messages = appeals.flatMap(({ id: appeal_id, answered_at }) => {
    const message = { school_id, appeal_id, text: 'Words' }
    const answer =
      answered_at === null ? [] : [{ ...message, id: newId(), from_moderator: true, created_at: at(answered_at) }]
    return [...answer, { ...message, id: newId(), from_moderator: false, created_at: at(quarter.from) }]
  })
  await app.db.insertInto('appeal_messages').values(messages).execute()
  await app.db
    .insertInto('seal_requests')
    .values(
      openings.map(({ id, opened_at, category }) => ({
        ...{ school_id, id, category, kind: 'post', content_id: newId(), reason: 'Words', state: 'opened' },
        ...{ requested_by: person, requested_by_name: 'Dean', opened_at: at(opened_at), created_at: at(opened_at) },
        ...{ closes_at: at(opened_at + hour), notice_due: at(opened_at + hour) },
      })),
    )
    .execute()
}

/** The numbers counted again, without the statements and the suppression of the server. */
function countAgain({ reports, decisions, appeals, openings }: Rows): Numbers {
  const isIn = (time: number) => time >= quarter.from && time < quarter.to
  const cell = (count: number): Cell => (count >= 1 && count <= 4 ? 'fewer than 5' : count)
  const table = (names: readonly string[], values: readonly string[]) => {
    const counts = names.map((name) => values.filter((value) => value === name).length)
    const small = counts.filter((count) => count >= 1 && count <= 4)
    const big = Math.max(...counts)
    const cells = counts.map(cell)
    const smallSum = small.reduce((all, count) => all + count, 0)
    const isKnown = small.length === 1 || (small.length > 1 && [small.length, 4 * small.length].includes(smallSum))
    if (isKnown) cells[counts.indexOf(big)] = 'not shown'
    return names.map((name, index) => ({ name, count: cells[index] as Cell }))
  }
  const hours = (list: readonly number[]) => {
    if (list.length < 5) return null
    const sorted = list.toSorted((one, other) => one - other)
    const at = (share: number) => {
      const place = share * (sorted.length - 1)
      const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
      return Math.round((low + (high - low) * (place - Math.floor(place))) * 10) / 10
    }
    return { median: at(0.5), p90: at(0.9) }
  }
  const ownReports = reports.filter(({ created_at }) => isIn(created_at))
  const ownDecisions = decisions.filter(({ created_at, replaces }) => isIn(created_at) && replaces === null)
  const ownAppeals = appeals.filter(({ created_at }) => isIn(created_at))
  const ownOpenings = openings.filter(({ opened_at }) => isIn(opened_at))
  const results = ownReports.map(({ status }) => (status === 'reviewed' ? 'resolved' : status))
  const byResolution = table(['resolved', 'dismissed', 'pending'], results)
  const settled = results.filter((result) => result !== 'pending')
  const dismissed = settled.filter((result) => result === 'dismissed').length
  const isShown = byResolution.every(({ count }) => typeof count === 'number') && settled.length > 0
  const waits: number[] = []
  for (const { created_at, decided_at, answered_at, state } of ownAppeals) {
    const ends = [answered_at, state === 'withdrawn' ? null : decided_at].filter((time) => time !== null)
    if (ends.length > 0) waits.push((Math.min(...ends) - created_at) / hour)
  }
  return {
    reports: cell(ownReports.length),
    reports_by_category: table(
      reportReasons,
      ownReports.map(({ reason }) => reason),
    ),
    reports_by_resolution: byResolution,
    dismissed_share: isShown ? Math.round((dismissed / settled.length) * 100) : null,
    hours_to_first_decision: hours(
      ownReports.flatMap(({ created_at, settled_at }) =>
        settled_at === null ? [] : [(settled_at - created_at) / hour],
      ),
    ),
    // A pending report is a case of its own here, due after 72 hours. So is the first answer to an appeal.
    missed_deadlines: cell(
      reports.filter(({ status, created_at }) => status === 'pending' && isIn(created_at + 72 * hour)).length +
        appeals.filter(
          ({ created_at, decided_at, answered_at }) =>
            isIn(created_at + 72 * hour) &&
            Math.min(decided_at ?? Date.now(), answered_at ?? Date.now()) > created_at + 72 * hour,
        ).length,
    ),
    decisions: cell(ownDecisions.length),
    decisions_by_type: table(
      ['warn', 'suspend', 'ban', 'remove', 'label', 'mute'],
      ownDecisions.map(({ action_type }) => action_type),
    ),
    decisions_by_source: table(
      ['report', 'own', 'notice'],
      ownDecisions.map(({ source }) => source),
    ),
    automated_decisions: cell(ownDecisions.filter(({ automated }) => automated).length),
    appeals: cell(ownAppeals.length),
    appeals_by_outcome: table(
      ['upheld', 'overturned', 'changed', 'withdrawn', 'closed', 'open'],
      ownAppeals.map(({ state }) => state),
    ),
    appeals_same_person: cell(
      ownAppeals.filter(({ same_person, decided_at }) => same_person && decided_at !== null).length,
    ),
    hours_to_appeal_answer: hours(waits),
    seals_opened: cell(ownOpenings.length),
    seals_by_category: table(
      sealCategories,
      ownOpenings.map(({ category }) => category),
    ),
    intimate_image_notices: 0,
    intimate_image_notices_in_time: null,
  }
}

test.each([11, 12, 13])('the numbers of a quarter are those of its own rows alone (rows %i)', async (seed) => {
  const own = await makeSchool(app)
  const reader = await makeUser(app, { school: own })
  const other = await makeSchool(app)
  const stranger = await makeUser(app, { school: other })
  await openSchool(own, 100)
  await openSchool(other, 100)
  const rows = makeRows(seed, [reader.id])
  await store(own, rows)
  await store(other, makeRows(seed + 100, [stranger.id]))
  await publishNumbers(app.db, publication)
  const { status, body } = await show(reader)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ period: quarter.name, periods: [quarter.name], is_public: false })
  expect(body.data.numbers).toEqual(countAgain(rows))
})

test('publishes 14 days after the end of the quarter, once, and never changes it', async () => {
  await openSchool(school, 100)
  await publishNumbers(app.db, new Date(Date.UTC(2025, 6, 14, 23)))
  expect((await show(ada, quarter.name)).status, 'the quarter ended less than 14 days ago').toBe(404)
  expect((await show()).body.data.period).toBe('2025-Q1')

  await publishNumbers(app.db, new Date(Date.UTC(2025, 6, 15, 1)))
  const first = (await show()).body.data
  expect(first).toMatchObject({ period: quarter.name, periods: [quarter.name, '2025-Q1'], numbers: { reports: 0 } })
  await store(school, makeRows(7, [ada.id]))
  await publishNumbers(app.db, publication)
  expect((await show()).body.data.numbers).toEqual(first.numbers)
  expect((await show(ada, '2025-Q1')).body.data.period).toBe('2025-Q1')
  expect((await show(ada, 'nonsense')).status).toBe(404)
  const change = sql`update transparency_reports set body = '{}' where school_id = ${school.id}`
  await expect(change.execute(app.db)).rejects.toThrow()
})

test('publishes no numbers with fewer than 100 active people', async () => {
  await openSchool(school, 99)
  await store(school, makeRows(3, [ada.id]))
  await publishNumbers(app.db, publication)
  expect((await show()).body.data).toMatchObject({ period: quarter.name, numbers: null })
})

test('signed-out readers get the numbers as JSON and CSV once the school allows it', async () => {
  await openSchool(school, 100)
  await store(school, makeRows(5, [ada.id]))
  await publishNumbers(app.db, publication)
  expect((await showPublic()).status).toBe(404)
  expect((await showPublic({ format: 'csv' })).status).toBe(404)
  const allow = { params: { id: school.id }, body: { transparency_public: true } }
  expect((await as(app, ada)(schools.update, allow)).status).toBe(403)
  expect((await as(app, site)(schools.update, allow)).body.data.transparency_public).toBe(true)

  const { status, body } = await showPublic()
  expect(status).toBe(200)
  expect(toData({ body })).toEqual((await show()).body.data)
  expect((await showPublic({ period: '2024-Q1' })).status).toBe(404)
  expect((await showPublic({}, foreigner.schoolId)).status).toBe(404)

  const file = await app.http.inject({ url: `/api/public/transparency/${school.id}?period=2025-Q2&format=csv` })
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="numbers-2025-Q2.csv"',
  })
  const lines = file.body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('period,metric,name,value')
  const { numbers } = (await show()).body.data
  for (const { name, count } of numbers?.reports_by_category ?? [])
    expect(lines).toContain(`2025-Q2,reports_by_category,${name},${count}`)
  expect(lines).toContain(`2025-Q2,reports,,${numbers?.reports}`)

  await app.db.updateTable('schools').set({ is_active: false }).where('id', '=', school.id).execute()
  expect((await showPublic()).status, 'an inactive school').toBe(404)
})

test('users of another school read their own numbers only', async () => {
  await openSchool(school, 100)
  await publishNumbers(app.db, publication)
  expect((await show(foreigner, quarter.name)).status).toBe(404)
})
