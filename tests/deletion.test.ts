// An account with data in every table is deleted; a month later none of its texts are left.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { buildJobs } from '../src/app/jobs.ts'
import { personalDataRegistry } from '../src/app/registries.ts'
import { account } from '../src/features/account/contract.ts'
import { removeDeletedAccounts } from '../src/features/account/server/deletion.ts'
import { events } from '../src/features/events/contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { session } from '../src/features/session/contract.ts'
import { createSession } from '../src/shared/server/auth/session.ts'
import { poolStats } from '../src/shared/server/db/pools.ts'
import type { App } from '../src/shared/server/services.ts'
import { as, testConfig } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeEvent } from '../src/testing/factories/events.ts'
import { makeGroup, makeJoinRequest } from '../src/testing/factories/groups.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makePost } from '../src/testing/factories/posts.ts'
import type { TestUser } from '../src/testing/factories/users.ts'
import { listFreeTextFields } from '../src/testing/free-text-fields.ts'
import { captureLog } from '../src/testing/log.ts'
import { samples } from '../src/testing/samples/all.ts'
import type { SampleRequest } from '../src/testing/samples/sample.ts'

const canary = 'canary-5f1d'

/** Calls every route that a student may use to change something, with the canary in every text field. */
async function writeEverywhere(app: App, ada: TestUser): Promise<Set<string>> {
  const took = new Set<string>()
  for (const { name, route } of allRoutes) {
    const isFinal = ['account.remove', 'session.signOutDevice', 'session.signOutOthers'].includes(name)
    if (route.method === 'GET' || isFinal || (route.access ?? 'active') !== 'active') continue
    const texts = listFreeTextFields(route)
    for (const some of [[], texts, ...texts.map((text) => [text])]) {
      const { params, body }: SampleRequest = (await samples[name]?.(app, ada)) ?? {}
      const fields = some.map(({ field, max, isList }) => {
        const text = `${canary} was here`.slice(0, max)
        return [field, isList ? [text] : text]
      })
      const { status } = await as(app, ada)(route, {
        params,
        body: { ...body, ...Object.fromEntries(fields) },
      } as never)
      if (status < 300) took.add(name)
    }
  }
  return took
}

/** All stored data as text: rows of all tables, files and their names, and log lines. */
async function everything(app: App, lines: readonly string[]): Promise<[string, string][]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'graphile_worker')`.execute(app.db)
  const found: [string, string][] = lines.map((line) => ['the log', line])
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} as t`.execute(app.db)
    found.push(...rows.map(({ row }) => [name, row] as [string, string]))
  }
  for (const path of readdirSync(app.config.dataDir, { recursive: true, encoding: 'utf8' })) {
    const file = join(app.config.dataDir, path)
    found.push(['files', path + (statSync(file).isFile() ? readFileSync(file, 'latin1') : '')])
  }
  return found
}

/** Data that may stay, by table, and why. */
const stays: Readonly<Record<string, (ada: TestUser) => readonly string[]>> = {
  // A message also belongs to its recipient, who sees it from a deleted user.
  'public.messages': () => [canary],
  // What it said before is part of it, for the same recipient.
  'public.message_versions': () => [canary],
  // The title of a group conversation stays while it has participants.
  'public.conversations': () => [canary],
  // Departments belong to the school, not to the user who entered them.
  'public.departments': () => [canary],
  // Reports about others stay for moderators, without the reporter.
  'public.reports': () => [canary],
  // The target of a warning: an id that leads to no user.
  'public.audit_log': ({ id }) => [id],
}

test('a month after an account deletion, no table, file or log line holds its texts, even if the job was killed', {
  timeout: 300_000,
}, async () => {
  const { app, school, ada, bo, dean } = await campus({
    config: { ...testConfig, logLevel: 'trace' },
    people: { ada: { name: `${canary} Ada` }, bo: {}, dean: { role: 'admin' } },
  })
  const lines = captureLog(app)
  const runJobs = async () => {
    const jobs = new Map(buildJobs(app).map((job) => [job.name, job]))
    const { rows } = await sql<{ id: string; name: string; payload: unknown }>`
      with done as (delete from graphile_worker._private_jobs returning *)
      select identifier as name, payload from done join graphile_worker._private_tasks as task on task.id = task_id`.execute(
      app.db,
    )
    for (const { name, payload } of rows) await jobs.get(name)?.run(payload)
    for (const { cron, run } of jobs.values()) if (cron) await run({})
  }

  const took = await writeEverywhere(app, ada)
  expect(took.size, 'nearly every route accepts the texts').toBeGreaterThan(35)
  await makeJoinRequest(app, ada, await makeGroup(app, bo, { type: 'private' }))
  const { id: event } = await makeEvent(app, bo)
  await as(app, bo)(events.update, { params: { id: event }, body: { co_organizers: [ada.id] } })
  await as(app, ada)(session.updateMe, { body: { name: `${canary} Ada` } })
  for (const anonymous of [true, false])
    await makePost(app, ada, { content: `${canary} post`, anonymous, media: [await makeUpload(app, ada)] })
  await as(app, dean)(moderation.warn, { params: { id: ada.id }, body: { reason: 'Shouting' } })
  await createSession(app.db, ada, { userAgent: canary, ip: '203.0.113.77' })
  const identity = { issuer: 'demo', tenant: '', subject: canary, school_id: school.id, user_id: ada.id }
  const duty = { school_id: school.id, user_id: ada.id, until: new Date(Date.now() + 3_600_000) }
  await app.db.insertInto('duties').values(duty).execute()
  const grant = { ...duty, grant_name: 'rules', granted_by: dean.id, granted_by_name: 'Dean' }
  await app.db.insertInto('grants').values(grant).execute()
  const pauseRequest = { user_id: dean.id, requested_by: ada.id, requested_by_name: `${canary} Ada`, reason: canary }
  await app.db
    .insertInto('pause_requests')
    .values({ ...pauseRequest, school_id: school.id })
    .execute()
  const allowance = { ...duty, allowed_by: dean.id, allowed_by_name: 'Dean' }
  await app.db.insertInto('removal_allowances').values(allowance).execute()
  const { reason: _, ...roleRequest } = { ...pauseRequest, role: 'student' }
  await app.db
    .insertInto('role_requests')
    .values({ ...roleRequest, school_id: school.id })
    .execute()
  const removal = { school_id: school.id, event_id: event, user_id: ada.id }
  await app.db.insertInto('event_removals').values(removal).execute()
  const { id: conversation } = await makeConversation(app, ada, [bo])
  const { id: message } = await makeMessage(app, ada, { id: conversation }, { content: `${canary} first` })
  await as(app, ada)(messages.update, { params: { id: message }, body: { content: `${canary} second` } })
  const { id: vanishing } = await makeMessage(app, ada, { id: conversation }, { content: `${canary} disappears` })
  await sql`update messages set vanish_at = now() where id = ${vanishing}`.execute(app.db) // a job keeps a sealed copy
  const note = { school_id: school.id, id: randomUUID(), user_id: ada.id, author_id: dean.id, author_name: 'Dean' }
  await app.db
    .insertInto('person_notes')
    .values({ ...note, text: canary })
    .execute()
  await app.db.insertInto('identities').values(identity).execute()
  await as(app, ada)(account.requestExport)
  await runJobs()
  await runJobs() // sends the mails to others that the first run queued, which are about her actions
  const kept = await app.db.selectFrom('vanished').where('message_id', '=', vanishing).select('seq').execute()
  expect(kept, 'a sealed copy is there').toHaveLength(1)
  const traces = [canary, ada.id, ada.email, '203.0.113.77']
  const search = async () =>
    (await everything(app, lines)).filter(([, text]) => traces.some((trace) => text.includes(trace)))
  const where = async () => [...new Set((await search()).map(([place]) => place))].sort()
  const found = await where()
  const unwritten = personalDataRegistry.named
    .map(({ table }) => `public.${table}`)
    // They name a decision and a listing, not the user.
    .filter((table) => !found.includes(table) && !['public.appeals', 'public.listing_prices'].includes(table))
  expect(unwritten, 'the user has rows in every table that references users').toEqual([])

  expect((await as(app, ada)(account.remove, { body: { confirm: true } })).status).toBe(200)
  await sql`update users set deleted_at = deleted_at - interval '31 days' where deleted_at is not null`.execute(app.db)
  const longAgo = Date.now() / 1000 - 31 * 24 * 3600
  const mails = join(app.config.dataDir, 'mail')
  for (const mail of readdirSync(mails)) utimesSync(join(mails, mail), longAgo, longAgo)
  const terminateOthers = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(app.db)
    return true
  }
  for (const later of [2, 10, 30, 80]) {
    const run = removeDeletedAccounts(app.db, app.anonymity, personalDataRegistry).then(
      () => 'done',
      () => 'killed',
    )
    await sleep(later)
    // The pool may still give out a connection that was terminated in the round before.
    await expect.poll(() => terminateOthers().catch(() => false)).toBe(true)
    await run
  }
  // Of the old connections, the pool still counts the one that terminated the others.
  const countOpen = async () => {
    await terminateOthers().catch(() => false) // a slow round may have connected after it
    return poolStats(app.db).open
  }
  await expect.poll(countOpen, { timeout: 10_000 }).toBeLessThanOrEqual(1)
  await runJobs()
  await runJobs()
  const left = (await search()).filter(([place, text]) => {
    const allowed = stays[place]?.(ada) ?? []
    return traces.some((trace) => text.includes(trace) && !allowed.includes(trace))
  })
  expect(left.map(([place, text]) => `${place}: ${text.slice(0, 300)}`)).toEqual([])
})
