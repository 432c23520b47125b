import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contentTypes } from '../../../app/registries.ts'
import { recount } from '../../../cli/recount.ts'
import { moderationStatusLock } from '../../../shared/server/auth/moderation-status.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConfession } from '../../../testing/factories/confessions.ts'
import { findRuleId, makeAppeal, makeWarning } from '../../../testing/factories/decisions.ts'
import { makeComment, makePost, makeReport } from '../../../testing/factories/posts.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { identifyingStrings } from '../../../testing/identifying-strings.ts'
import { account } from '../../account/contract.ts'
import { decisions } from '../../decisions/contract.ts'
import { content } from '../../moderation/content-contract.ts'
import { moderation } from '../../moderation/contract.ts'
import { reports } from '../../moderation/report-contract.ts'
import { eraseWithheldItems } from '../../moderation/server/erase-actions.ts'
import { notifications } from '../../notifications/contract.ts'
import { posts } from '../../posts/contract.ts'
import { type AppealOutcome, appeals } from '../contract.ts'

const { app, school, ada, grace, dean, colleague } = await campus({
  perTest: true,
  people: {
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
    dean: { role: 'admin', name: 'Dean Okafor' },
    colleague: { role: 'admin', name: 'Colleague Winter' },
  },
})

const facts = 'The post names where another student lives.'
const claim = (who: TestUser, id: string) => as(app, who)(appeals.claim, { params: { id } })
const decide = (
  who: TestUser,
  id: string,
  outcome: AppealOutcome,
  change?: { type: 'warn' | 'suspend' | 'ban'; days?: number },
) => as(app, who)(appeals.decide, { params: { id }, body: { outcome, reason: 'Seen again.', change: change ?? null } })
const write = (who: TestUser, id: string, text = 'One more thing.') =>
  as(app, who)(appeals.write, { params: { id }, body: { text } })
const appeal = (who: TestUser, id: string, text = 'It was not me.') =>
  as(app, who)(appeals.create, { params: { id }, body: { text } })
const show = async (who: TestUser, id: string) => (await as(app, who)(decisions.show, { params: { id } })).body.data
const sanction = async (type: 'warn' | 'ban', who: TestUser = ada) => {
  const body = { reason: 'Harassment', rule_id: await findRuleId(app, school.id), facts }
  expect((await as(app, dean)(moderation[type], { params: { id: who.id }, body })).status).toBe(200)
  return (await as(app, who)(decisions.list)).body.data[0]?.id ?? ''
}
const suspend = async (days: number) => {
  const body = { reason: 'Harassment', duration: days, facts }
  await as(app, dean)(moderation.suspend, { params: { id: ada.id }, body })
  return (await as(app, ada)(decisions.list)).body.data[0]?.id ?? ''
}
const mails = async () => {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string } }>`
    select payload from graphile_worker._private_jobs where payload::jsonb ? 'subject' order by id`.execute(app.db)
  return rows.map(({ payload }) => payload)
}

test('a banned user reads the statement with its seven fields, appeals, and is answered', async () => {
  const id = await sanction('ban')
  expect((await as(app, ada)(posts.feed)).status, 'the documented calls still refuse').toBe(403)
  expect(await show(ada, id)).toMatchObject({
    action_type: 'ban',
    scope: 'account',
    rule: { title: 'No spam', text: expect.any(String) },
    facts,
    automated: false,
    starts_at: expect.any(Number),
    ends_at: null,
    school: 'Test School',
    appeal_until: expect.any(Number),
    can: { appeal: true },
  })
  const sent = await appeal(ada, id)
  expect(sent.status).toBe(201)
  expect((await claim(colleague, sent.body.data.id)).status).toBe(200)
  const words = { params: { id: sent.body.data.id }, body: { text: 'Where were you?' } }
  expect((await as(app, colleague)(appeals.answer, words)).status).toBe(201)
  expect((await write(ada, sent.body.data.id, 'At home.')).status).toBe(201)
  expect((await decide(colleague, sent.body.data.id, 'overturned')).status).toBe(200)
  const after = await show(ada, id)
  expect(after.appeal).toMatchObject({ state: 'overturned', reason: 'Seen again.' })
  expect(after.appeal?.messages.map(({ text }) => text)).toEqual(['It was not me.', 'Where were you?', 'At home.'])
  expect(after.reversed_at).not.toBeNull()
  expect((await as(app, ada)(posts.feed)).status, 'the standing is back').toBe(200)
  expect(JSON.stringify(after), 'no moderator is named').not.toMatch(/Okafor|Winter/)
  expect((await mails()).map(({ subject }) => subject)).toContain(`Answer to your appeal on ${app.config.productName}`)
})

test('the moderator who decided is refused by the calls and by the database, a second one succeeds', async () => {
  const { id } = await makeAppeal(app, ada, { decision: await sanction('warn') })
  const refused = await claim(dean, id)
  expect([refused.status, refused.body.error]).toEqual([403, 'Another moderator has to decide this appeal.'])
  expect((await decide(dean, id, 'upheld')).status).toBe(403)
  for (const column of ['claimed_by', 'decided_by'])
    await expect(
      sql`update appeals set ${sql.ref(column)} = ${dean.id}, state = 'claimed', claimed_until = now() where id = ${id}`.execute(
        app.db,
      ),
    ).rejects.toThrow('Another moderator')
  expect((await claim(colleague, id)).status).toBe(200)
  expect((await decide(colleague, id, 'upheld')).status).toBe(200)
})

test('the moderator who settled the report of the item is refused too', async () => {
  const post = await makePost(app, ada)
  const report = await makeReport(app, grace, post)
  await as(app, colleague)(reports.settle, { params: { id: report.id }, body: { status: 'resolved' } })
  await as(app, dean)(content.remove, { params: { id: post.id } })
  const decision = (await as(app, ada)(decisions.list)).body.data[0]?.id ?? ''
  const { id } = await makeAppeal(app, ada, { decision })
  expect([(await claim(dean, id)).status, (await claim(colleague, id)).status]).toEqual([403, 403])
})

/** Who there is besides the moderator of the decision, and the hours after which that moderator may answer. */
const escalations = [
  ['another administrator in the school', () => Promise.resolve(colleague), undefined],
  [
    'no other administrator in the school, and one of the site',
    () => makeUser(app, { school, role: 'site_admin' }),
    undefined,
  ],
  [
    'an administrator whose powers are paused',
    async () => {
      const paused = await makeUser(app, { school, role: 'admin' })
      await sql`update users set paused_until = now() + interval '3 days' where id = ${paused.id}`.execute(app.db)
      return undefined
    },
    24,
  ],
  ['no other moderator on the site', () => Promise.resolve(undefined), 24],
] as const

test.each(escalations)('with %s, the moderator of the decision answers by the clock', async (_, open, hours) => {
  await sql`update users set role = 'student' where role <> 'student' and id <> ${dean.id}`.execute(app.db)
  const other = await open()
  if (other?.id === colleague.id) await sql`update users set role = 'admin' where id = ${other.id}`.execute(app.db)
  const { id } = await makeAppeal(app, ada, { decision: await sanction('warn') })
  const listed = async (who: TestUser) =>
    (await as(app, who)(appeals.list)).body.data.find((candidate) => candidate.id === id)
  for (const age of [0, 23, 25, 24 * 60]) {
    await sql`update appeals set created_at = now() - make_interval(hours => ${age}) where id = ${id}`.execute(app.db)
    const may = hours !== undefined && age >= hours
    expect(await listed(dean), `${age} hours`).toMatchObject({ is_own: !may, can: { claim: may } })
    const direct = sql`update appeals set claimed_by = ${dean.id}, state = 'claimed', claimed_until = now(), same_person = true
      where id = ${id}`
    if (!may) {
      expect((await claim(dean, id)).status, `${age} hours`).toBe(403)
      await expect(direct.execute(app.db), `${age} hours`).rejects.toThrow('Another moderator')
      continue
    }
    expect((await claim(dean, id)).status, `${age} hours`).toBe(200)
    expect((await as(app, dean)(appeals.release, { params: { id } })).status).toBe(200)
  }
  const answerer = other ?? dean
  expect((await claim(answerer, id)).status).toBe(200)
  expect((await decide(answerer, id, 'upheld')).status).toBe(200)
  const row = await app.db.selectFrom('appeals').where('id', '=', id).select('same_person').executeTakeFirstOrThrow()
  expect(row.same_person, 'counted').toBe(other === undefined)
})

test('an appeal goes on after a ban, and a suspension that has ended can be appealed', async () => {
  const suspension = await suspend(1)
  await sql`update moderation_actions set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
    where id = ${suspension}`.execute(app.db)
  await sql`update users set blocked_as = null, blocked_until = null, blocked_reason = null where id = ${ada.id}`.execute(
    app.db,
  )
  const { id } = await makeAppeal(app, ada, { decision: suspension })
  await sanction('ban')
  expect((await claim(colleague, id)).status).toBe(200)
  await as(app, colleague)(appeals.answer, { params: { id }, body: { text: 'Where were you?' } })
  expect((await write(ada, id)).status).toBe(201)
  expect((await decide(colleague, id, 'overturned')).status).toBe(200)
  expect((await show(ada, suspension)).appeal?.state).toBe('overturned')
  expect((await as(app, ada)(posts.feed)).status, 'the ban stays').toBe(403)
})

test('fifty simultaneous appeals make one, and two simultaneous outcomes one', async () => {
  const decision = await makeWarning(app, ada)
  const answers = await Promise.all(Array.from({ length: 50 }, () => appeal(ada, decision)))
  const count = (status: number) => answers.filter((one) => one.status === status).length
  expect(count(201)).toBe(1)
  expect(count(201) + count(409) + count(429)).toBe(50)
  const id = answers.find(({ status }) => status === 201)?.body.data.id ?? ''
  await claim(colleague, id)
  const outcomes = await Promise.all([decide(colleague, id, 'upheld'), decide(colleague, id, 'overturned')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await as(app, ada)(decisions.list)).body.data).toHaveLength(1)
})

test('fifty users who appeal in one moment have an appeal each, counted once', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => makeUser(app, { school })))
  const warnings = await Promise.all(people.map((person) => makeWarning(app, person)))
  const answers = await Promise.all(people.map((person, index) => appeal(person, warnings[index] ?? '')))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
  expect((await as(app, colleague)(appeals.list)).body.pagination.total).toBe(50)
  expect(await recount(app.db)).toEqual([])
})

test('an overturned removal returns the post with its comments, likes and counts, and informs both sides', async () => {
  const post = await makePost(app, ada, { content: 'Harmless' })
  await makeComment(app, grace, post)
  await as(app, grace)(posts.like, { params: { id: post.id } })
  const before = (await as(app, grace)(posts.show, { params: { id: post.id } })).body.data
  const report = await makeReport(app, grace, post)
  await as(app, dean)(reports.settle, { params: { id: report.id }, body: { status: 'resolved' } })
  await as(app, dean)(content.remove, { params: { id: post.id } })
  const decision = (await as(app, ada)(decisions.list)).body.data[0]?.id ?? ''
  const { id } = await makeAppeal(app, ada, { decision })
  await sql`update moderation_actions set appeal_until = now() - interval '1 hour' where id = ${decision}`.execute(
    app.db,
  )
  await eraseWithheldItems(app.db, contentTypes)
  await claim(colleague, id)
  expect((await decide(colleague, id, 'overturned')).status, 'an open appeal kept the item').toBe(200)
  expect((await as(app, grace)(posts.show, { params: { id: post.id } })).body.data).toEqual(before)
  expect(await recount(app.db)).toEqual([])
  const told = async (who: TestUser) =>
    (await as(app, who)(notifications.list)).body.data.map(({ sentence }) => sentence)
  expect(await told(ada)).toContain('We were wrong. The decision no longer applies')
  expect(await told(grace)).toContain('We did not find a violation.')
})

test('a changed decision is milder, never stricter', async () => {
  const ban = await sanction('ban')
  const { id } = await makeAppeal(app, ada, { decision: ban })
  await claim(colleague, id)
  expect((await decide(colleague, id, 'changed')).status).toBe(400)
  expect((await decide(colleague, id, 'changed', { type: 'ban' })).status).toBe(400)
  expect((await decide(colleague, id, 'changed', { type: 'suspend', days: 2 })).status).toBe(200)
  const [latest] = (await as(app, ada)(decisions.list)).body.data
  expect(latest).toMatchObject({ action_type: 'suspend', appeal_until: null, can: { appeal: false } })
  expect((await show(ada, ban)).appeal).toMatchObject({ state: 'changed', changed_to: 'a suspension of 2 days' })
  expect((await as(app, ada)(posts.feed)).status).toBe(423)

  const bo = await makeUser(app, { school })
  const warning = await makeWarning(app, bo)
  const second = await makeAppeal(app, bo, { decision: warning })
  await claim(colleague, second.id)
  for (const type of ['warn', 'suspend', 'ban'] as const)
    expect((await decide(colleague, second.id, 'changed', { type, days: 1 })).status, type).toBe(400)
})

test('a shorter suspension replaces a longer one only', async () => {
  const { id } = await makeAppeal(app, ada, { decision: await suspend(7) })
  await claim(colleague, id)
  expect((await decide(colleague, id, 'changed', { type: 'suspend', days: 7 })).status).toBe(400)
  expect((await decide(colleague, id, 'changed', { type: 'suspend', days: 3 })).status).toBe(200)
})

test('both sides write in turn, at most five messages each, until the appeal is closed', async () => {
  const { id } = await makeAppeal(app, ada)
  expect((await write(ada, id)).body.error).toBe('Please wait for an answer')
  await claim(colleague, id)
  const answer = () => as(app, colleague)(appeals.answer, { params: { id }, body: { text: 'Tell us more.' } })
  for (let turn = 1; turn < 5; turn++) {
    expect((await answer()).status).toBe(201)
    expect((await answer()).status).toBe(409)
    expect((await write(ada, id)).status).toBe(201)
  }
  expect((await answer()).status).toBe(201)
  expect((await write(ada, id)).body.error).toBe('You can write up to 5 messages')
  await as(app, colleague)(appeals.close, { params: { id }, body: { reason: 'Only insults.' } })
  expect((await write(ada, id)).body.error).toBe('This appeal is closed')
})

test('an appeal ends with the period, once, and can be withdrawn', async () => {
  const decision = await makeWarning(app, ada)
  await sql`update moderation_actions set appeal_until = '2026-01-01T12:00:00Z' where id = ${decision}`.execute(app.db)
  const late = await appeal(ada, decision)
  expect([late.status, late.body.error]).toEqual([410, 'The time to appeal ended on January 1, 2026'])
  const { id, decision: other } = await makeAppeal(app, ada)
  expect((await appeal(ada, other)).body.error).toBe('You have already appealed this decision')
  expect((await as(app, ada)(appeals.withdraw, { params: { id } })).status).toBe(200)
  expect((await as(app, ada)(appeals.withdraw, { params: { id } })).status).toBe(409)
  expect((await claim(colleague, id)).status).toBe(409)
})

test('one moderator at a time has an appeal, for an hour', async () => {
  const third = await makeUser(app, { school, role: 'admin' })
  const { id } = await makeAppeal(app, ada)
  await claim(colleague, id)
  expect((await claim(third, id)).status).toBe(409)
  expect((await decide(third, id, 'upheld')).status).toBe(403)
  await sql`update appeals set claimed_until = now() - interval '1 minute' where id = ${id}`.execute(app.db)
  expect((await decide(colleague, id, 'upheld')).status, 'the claim has ended').toBe(403)
  expect((await claim(third, id)).status).toBe(200)
  expect((await as(app, third)(appeals.release, { params: { id } })).status).toBe(200)
  expect((await claim(colleague, id)).status).toBe(200)
})

test('the list of moderators shows what they need, and disables their own decisions', async () => {
  const decision = await sanction('warn')
  await makeAppeal(app, ada, { decision, text: 'Please read the whole thread.' })
  const list = async (who: TestUser) => (await as(app, who)(appeals.list)).body
  const [own] = (await list(dean)).data
  expect(own).toMatchObject({ is_own: true, can: { claim: false, decide: false } })
  const { data, pagination } = await list(colleague)
  expect(pagination.total).toBe(1)
  expect(data[0]).toMatchObject({
    is_own: false,
    can: { claim: true, decide: false },
    person: { id: ada.id, name: ada.name },
    decision: { id: decision, facts, rule_title: 'No spam', created_by_name: 'Dean Okafor' },
    earlier_decisions: 0,
    messages: [{ text: 'Please read the whole thread.', from_moderator: false }],
  })
  const { rows } = await sql`select from audit_log where action = 'appeals.list'`.execute(app.db)
  expect(rows.length).toBeGreaterThan(0)
})

test('a reporter follows the own report and asks once for a second review, which another moderator answers', async () => {
  const post = await makePost(app, ada)
  const report = await makeReport(app, grace, post)
  const mine = async () => (await as(app, grace)(appeals.ownReports)).body.data[0]
  expect(await mine()).toMatchObject({ state: 'received', can: { ask_again: false } })
  await as(app, dean)(reports.settle, { params: { id: report.id }, body: { status: 'dismissed' } })
  expect(await mine()).toMatchObject({ state: 'none', can: { ask_again: true } })
  expect(JSON.stringify(await mine()), 'neither the author nor a moderator is named').not.toMatch(/Castellan|Okafor/)
  const again = () => as(app, grace)(appeals.askAgain, { params: { id: report.id }, body: { text: 'Look again.' } })
  const asked = await again()
  expect(asked.status).toBe(201)
  expect((await again()).status).toBe(409)
  const { id } = asked.body.data
  expect((await claim(dean, id)).status).toBe(403)
  await claim(colleague, id)
  expect((await decide(colleague, id, 'overturned')).status).toBe(200)
  expect(await mine()).toMatchObject({ state: 'received', review: { state: 'overturned' } })
})

test('a second review ends after thirty days, and after ten dismissals in a row', async () => {
  const dismiss = (more: string) =>
    sql`update reports set status = 'dismissed', settled_at = ${sql.raw(more)}, settled_by_name = 'Dean' where reporter_id = ${grace.id}`.execute(
      app.db,
    )
  const ask = (id: string) => as(app, grace)(appeals.askAgain, { params: { id }, body: { text: 'Look again.' } })
  const first = await makeReport(app, grace, await makePost(app, ada))
  await dismiss(`now() - interval '31 days'`)
  expect((await ask(first.id)).status).toBe(410)
  for (let n = 0; n < 9; n++) await makeReport(app, grace, await makePost(app, ada))
  await dismiss('now()')
  expect((await ask(first.id)).status).toBe(403)
  expect((await makeReport(app, grace, await makePost(app, ada))).id, 'still may report').toBeTruthy()
})

test('a banned user takes a copy of the own data and deletes the account, and open appeals close', async () => {
  const decision = await sanction('ban')
  await makeAppeal(app, ada, { decision })
  expect((await as(app, ada)(account.exportStatusBlocked)).status).toBe(200)
  expect((await as(app, ada)(account.requestExportBlocked)).status).toBe(200)
  expect((await as(app, ada)(account.removeBlocked, { body: {} as { confirm: true } })).status).toBe(400)
  expect((await as(app, ada)(account.removeBlocked, { body: { confirm: true } })).status).toBe(200)
  const { rows } = await sql<{ state: string }>`select state from appeals where decision_id = ${decision}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ state: 'closed' }])
})

test('a decision about a sealed item names no user, and only its author finds and appeals it', async () => {
  const confession = await makeConfession(app, ada, { content: 'I fed the ducks' })
  await as(app, dean)(content.remove, { params: { id: confession.id } })
  const own = (await as(app, ada)(decisions.list)).body.data
  expect(own).toMatchObject([{ action_type: 'remove', item: 'confession' }])
  const id = own[0]?.id ?? ''
  expect((await show(ada, id)).snapshot).toBe('I fed the ducks')
  expect((await as(app, grace)(decisions.list)).body.data).toEqual([])
  expect((await as(app, grace)(decisions.show, { params: { id } })).status).toBe(404)
  expect((await appeal(grace, id)).status).toBe(404)

  const sent = await appeal(ada, id)
  expect(sent.status).toBe(201)
  await claim(colleague, sent.body.data.id)
  const listed = (await as(app, colleague)(appeals.list)).body
  expect(listed.data[0]).toMatchObject({ person: null, can: { change_to: [] } })
  const answer = { params: { id: sent.body.data.id }, body: { text: 'Why ducks?' } }
  await as(app, colleague)(appeals.answer, answer)
  await write(ada, sent.body.data.id, 'They were hungry.')
  await decide(colleague, sent.body.data.id, 'overturned')

  const traces = identifyingStrings(ada)
  const tables = ['moderation_actions', 'appeals', 'appeal_messages', 'notifications', 'reports']
  for (const table of tables) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(table)} as t`.execute(app.db)
    for (const { line } of rows) for (const trace of traces) expect(line, table).not.toContain(trace)
  }
  const { rows: log } = await sql<{ line: string }>`select t::text as line from audit_log as t`.execute(app.db)
  const history = (await as(app, dean)(moderation.history, { query: { includeRemovals: 'true' } })).body
  const jobs = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs`.execute(app.db)
  const read = JSON.stringify([log, history, listed, jobs.rows, await mails()])
  for (const trace of traces) expect(read).not.toContain(trace)
})

test('an appeal holds the lock of the moderation status, so that no sanction overtakes it', async () => {
  const decision = await makeWarning(app, ada)
  const waiting = app.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${moderationStatusLock(ada.id)})`.execute(trx)
    const sent = appeal(ada, decision)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity where wait_event = 'advisory'
          and datname = current_database()`.execute(app.db)
        return rows.length
      })
      .toBe(1)
    return { sent }
  })
  const { sent } = await waiting
  expect((await sent).status).toBe(201)
})
