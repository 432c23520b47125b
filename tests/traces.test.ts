// What a collector receives: requests, statements and jobs, and nothing that leads to an author.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { buildJobs } from '../src/app/jobs.ts'
import { tableOwners } from '../src/app/tables.ts'
import { listTracedRoutes } from '../src/app/traced-routes.ts'
import { account } from '../src/features/account/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { content } from '../src/features/moderation/content-contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import { push } from '../src/features/push/contract.ts'
import { readConfig } from '../src/shared/server/config.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { routePaths } from '../src/shared/server/http/serve.ts'
import { runTraced } from '../src/shared/server/jobs/jobs.ts'
import { openMail, queueMail } from '../src/shared/server/mail/mail.ts'
import { startTracing } from '../src/shared/server/tracing/exporter.ts'
import { runInTrace, setTraceStarter, startTrace, type Trace } from '../src/shared/server/tracing/trace.ts'
import { as, closeTestApps, openTestApp, testEnvironment } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeConversation } from '../src/testing/factories/messages.ts'
import { makeProfessor, sampleRating } from '../src/testing/factories/professors.ts'
import { makeSchool, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { containsAny, identifyingStrings } from '../src/testing/identifying-strings.ts'
import { captureLog } from '../src/testing/log.ts'
import { testWith } from '../src/testing/requirements.ts'
import { samples } from '../src/testing/samples/all.ts'
import { openTraceCollector } from '../src/testing/trace-collector.ts'
import { freePort, startRedis } from '../tools/services.ts'

const collector = await openTraceCollector()
afterAll(() => collector.close())
const config = readConfig({
  ...testEnvironment,
  LOG_LEVEL: 'info',
  ANONYMOUS_DELAY: '120',
  GOOGLE_CLIENT_ID: 'test-client',
  GOOGLE_CLIENT_SECRET: 'nothing',
  TRUSTED_PROXIES: '10.0.0.9',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  OTEL_TRACES_SAMPLER: 'always_on',
  OTEL_BSP_SCHEDULE_DELAY: '20',
})
const { app, ada, grace, dean } = await campus({
  config,
  alone: true,
  people: {
    ada: { name: 'Ada Castellan' },
    grace: { name: 'Grace Mbeki' },
    dean: { name: 'Dean Ruiz', role: 'admin' },
  },
})
const lines = captureLog(app)

/** Runs `work` with traces, and returns what the collector received. */
async function traced(work: () => Promise<unknown>) {
  if (!config.tracing) throw new Error('Traces are not configured.')
  const tracing = startTracing({ tracing: config.tracing, port: 3000 }, Object.keys(tableOwners), () => {})
  try {
    await work()
  } finally {
    await tracing.stop()
  }
  return collector.spans
}

beforeEach(() => {
  for (const list of [collector.spans, collector.bodies, lines]) list.length = 0
})

test('traces a read with its route, status and statements', async () => {
  const spans = await traced(() => as(app, ada)(posts.feed, { query: { search: 'a secret word' } }))
  const [root] = spans.filter(({ parentId }) => parentId === '')
  expect(root).toMatchObject({
    name: 'GET /api/posts/feed',
    kind: 'server',
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/posts/feed',
      'http.response.status_code': 200,
    },
    hasFailed: false,
  })
  const steps = spans.filter(({ parentId }) => parentId === root?.spanId)
  expect(steps.map(({ name }) => name)).toEqual(['select sessions', 'update sessions', 'select posts'])
  for (const step of steps) {
    expect(step).toMatchObject({ kind: 'client', traceId: root?.traceId })
    const [operation, table] = step.name.split(' ')
    expect(step.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': table,
    })
    expect(step.startedAt >= (root?.startedAt ?? 0n) && step.endedAt <= (root?.endedAt ?? 0n)).toBe(true)
  }
  expect(collector.bodies.join()).not.toContain('secret word')
  expect(collector.headers[0]?.authorization).toBe('Bearer secret')
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'quad', 'deployment.environment.name': 'test' })
  expect(collector.resources[0]?.['service.instance.id']).toMatch(/:3000$/)
})

test('traces a write with the statements of its transaction, and an error by its code', async () => {
  const spans = await traced(async () => {
    await as(app, ada)(marketplace.favorite, { params: { id: grace.id } })
    const trace = startTrace({ name: 'job x', kind: 'consumer', attributes: {}, hidesSteps: false })
    // It can be planned, and fails when it runs.
    const fail = () => sql`select (case when random() < 2 then 'a secret value' end)::int`.execute(app.db)
    await runInTrace(trace as Trace, () => expect(fail()).rejects.toThrow('secret value'))
    trace?.end({ error: '22P02' })
  })
  const [write] = spans.filter(({ name }) => name === 'POST /api/marketplace/:id/favorite')
  expect(write?.attributes['http.response.status_code']).toBe(404)
  expect(spans.filter(({ parentId }) => parentId === write?.spanId).map(({ name }) => name)).toEqual([
    'select sessions',
    'begin',
    'select listings',
    'rollback',
  ])
  const failed = spans.filter(({ hasFailed }) => hasFailed)
  expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
    ['select', '22P02'],
    ['job x', '22P02'],
  ])
  expect(collector.bodies.join()).not.toContain('secret value')
})

test('the id in the log and in an error reply is the id of the trace', async () => {
  let requestId = ''
  const spans = await traced(async () => {
    const { body } = await as(app, ada)(marketplace.show, { params: { id: grace.id } })
    requestId = (body as unknown as { request_id: string }).request_id
  })
  expect(spans.find(({ parentId }) => parentId === '')?.traceId).toBe(requestId.replaceAll('-', ''))
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ id: requestId, status: 404 })])
})

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const send = (path: string, { method = 'GET', from = '10.0.0.9', forwardedFor = '203.0.113.5' } = {}) =>
  app.http.inject({
    method: method as 'GET',
    url: path,
    remoteAddress: from,
    headers: { cookie: ada.cookie, traceparent, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
  })

test('continues the trace of a trusted proxy only, and logs its id', async () => {
  const spans = await traced(async () => {
    await send('/api/posts/feed')
    await send('/api/events', { from: '192.0.2.1' })
    await send('/api/groups', { forwardedFor: '' })
  })
  const find = (name: string) => spans.find((span) => span.name === name)
  expect(find('GET /api/posts/feed')).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentId: 'b7ad6b7169203331',
  })
  for (const name of ['GET /api/events', 'GET /api/groups'])
    expect(find(name)).toMatchObject({ traceId: expect.not.stringContaining('0af7651916cd43dd'), parentId: '' })
  expect(lines.map((line) => JSON.parse(line).trace)).toEqual([
    '0af7651916cd43dd8448eb211c80319c',
    undefined,
    undefined,
  ])
})

test('links a job with the request that enqueued it, and traces the delivery of an email', async () => {
  const mail = { to: 'someone@northfield.example', subject: 'A private subject', text: 'A private text' }
  const [job] = openMail({ ...app.config, smtpUrl: undefined }).jobs
  const spans = await traced(async () => {
    const trace = startTrace({ name: 'GET /x', kind: 'server', attributes: {}, hidesSteps: false })
    await runInTrace(trace as Trace, () => withTransaction(app.db, (trx) => queueMail(trx, mail)))
    trace?.end({ status: 200 })
    const { rows } = await sql<{ payload: { to: string } }>`
      delete from graphile_worker._private_jobs where payload ->> 'to' = ${mail.to} returning payload`.execute(app.db)
    if (job) await runTraced(job, rows[0]?.payload)
  })
  const [request, run] = ['GET /x', 'job send_mail'].map((name) => spans.find((span) => span.name === name))
  expect(run).toMatchObject({
    kind: 'consumer',
    links: [{ traceId: request?.traceId, spanId: request?.spanId }],
    attributes: { 'messaging.destination.name': 'send_mail' },
  })
  expect(run?.traceId).not.toBe(request?.traceId)
  expect(spans.filter(({ parentId }) => parentId === run?.spanId).map(({ name }) => name)).toEqual(['send email'])
  expect(containsAny(collector.bodies.join(), Object.values(mail))).toBe(false)
})

test('a job that was enqueued with a trace gets its payload without it, also on a server without tracing', async () => {
  const payloads: unknown[] = []
  const job = { name: 'some_job', run: async (payload: unknown) => payloads.push(payload) }
  await runTraced(job, { id: 1, traceparent })
  await runTraced(job, [{ id: 2 }])
  expect(payloads).toEqual([{ id: 1 }, [{ id: 2 }]])
})

const proxied = { traceparent, 'x-forwarded-for': '203.0.113.5' }
const publishAll = async () => {
  await sql`update pending_items set publish_at = now() - interval '1 second'`.execute(app.db)
  await app.pending.publishDue(app.db)
}

async function uploadPicture(author: TestUser, to = app) {
  const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345678' } })
    .png()
    .toBuffer()
  return (await makeUpload(to, author, { file })).url
}

/** Writes everything that can be written anonymously, behind a proxy that traces. Returns the ids. */
async function writeAnonymously(author: TestUser, picture: string, professorId: string) {
  const call = as(app, author)
  const headers = proxied
  const body = { content: 'I miss home', is_anonymous: true, media_urls: [picture] }
  const { id } = (await call(posts.create, { body, headers })).body.data
  await call(posts.feed)
  await call(posts.update, { params: { id }, body: { content: 'I miss home a lot' }, headers })
  const confessed = await call(confessions.create, { body: { content: 'It was me, all the time' }, headers })
  const rated = await call(ratings.create, { params: { id: professorId }, body: sampleRating, headers })
  await publishAll()
  const said = await call(comments.create, { body: { post_id: id, content: 'More' }, headers })
  await call(posts.remove, { params: { id }, headers })
  return [id, ...[confessed, rated, said].map(({ body }) => body.data.id), picture.replace(/^\/media\/|\.webp$/g, '')]
}

test('the traces of anonymous writing say no more than the log, and name no author and no item', async () => {
  const [picture, professor] = [await uploadPicture(ada), await makeProfessor(app, grace)]
  lines.length = 0
  let items: string[] = []
  const spans = await traced(async () => {
    items = await writeAnonymously(ada, picture, professor.id)
  })
  const writes = spans.filter(({ parentId, name }) => parentId === '' && !name.startsWith('GET'))
  expect(writes.map(({ name }) => name)).toEqual([
    'POST /api/posts',
    'PUT /api/posts/:id',
    'POST /api/confessions',
    'POST /api/professors/:id/ratings',
    'POST /api/comments',
    'DELETE /api/posts/:id',
  ])
  const logged = lines.map((line) => JSON.parse(line)).filter(({ method }) => method !== 'GET')
  for (const [index, write] of writes.entries()) {
    const { id, method, route, status } = logged[index]
    expect(write.traceId).toBe(id.replaceAll('-', ''))
    expect(write.attributes).toEqual({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    })
    expect([write.startedAt % 1_000_000n, write.endedAt % 1_000_000n], 'whole milliseconds').toEqual([0n, 0n])
    expect(spans.filter(({ traceId }) => traceId === write.traceId)).toEqual([write])
  }
  expect(spans.filter(({ name }) => name.endsWith(' pending_items'))).toEqual([])
  const secrets = [...identifyingStrings(ada), ...identifyingStrings(grace), ...items, ada.schoolId]
  const token = ada.cookie.replace(/^.*=/, '')
  for (const word of [...secrets, token, '203.0.113.5']) {
    expect(collector.bodies.filter((body) => body.includes(word))).toEqual([])
    if (/^[0-9a-f-]{36}$/.test(word)) {
      const bytes = Buffer.from(word.replaceAll('-', ''), 'hex')
      expect(collector.bodies.filter((body) => body.includes(bytes))).toEqual([])
    }
  }
})

test('a signed write has the same trace as an anonymous one', async () => {
  const spans = await traced(async () => {
    await as(app, ada)(posts.create, { body: { content: 'Signed' } })
    await as(app, grace)(posts.create, { body: { content: 'Whispered', is_anonymous: true } })
  })
  const [signed, whispered] = spans
  expect(spans).toHaveLength(2)
  expect(signed?.attributes).toEqual(whispered?.attributes)
})

test('a read of an author whose item waits has the steps of any other read', async () => {
  const read = async (reader: TestUser) => {
    collector.spans.length = 0
    const spans = await traced(() => as(app, reader)(posts.feed))
    return spans.map(({ name, attributes }) => [name, attributes])
  }
  await as(app, ada)(posts.create, { body: { content: 'Still waiting', is_anonymous: true } })
  expect(await read(ada)).toEqual(await read(grace))
})

test('no job about sealed items has steps, and opening a seal has none anywhere', async () => {
  const names = buildJobs(app)
    .filter(({ hidesSteps }) => hidesSteps)
    .map(({ name }) => name)
  expect(names.sort()).toEqual([
    'end_authorship',
    'erase_withheld_items',
    'expire_seal_requests',
    'export_personal_data',
    'move_evidence',
    'remove_deleted_accounts',
    'tell_authors_of_openings',
    'tell_sealed_author',
  ])
  const item = { schoolId: ada.schoolId, kind: 'post', id: ada.id }
  const { author_seal: seal } = await app.anonymity.seal(ada.id, item, 'text')
  const spans = await traced(async () => {
    await as(app, ada)(account.requestExport)
    const run = async () => {
      await sql`select 1`.execute(app.db)
      await app.anonymity.unsealContent(seal, item)
      await sql`select 1`.execute(app.db)
    }
    await runTraced({ name: 'undeclared', run }, undefined)
    const [exporting] = buildJobs(app).filter(({ name }) => name === 'export_personal_data')
    if (exporting) await runTraced(exporting, { schoolId: ada.schoolId, id: ada.id })
  })
  expect(spans.map(({ name }) => name)).toEqual([
    'POST /api/users/me/export',
    'job undeclared',
    'job export_personal_data',
  ])
})

test('every route that seals or unseals is declared', { timeout: 300_000 }, async () => {
  const hiding = new Set<string>()
  // Publishes directly, so that samples can report anonymous items.
  const app = await openTestApp({ ...config, anonymousDelaySeconds: 0, logLevel: 'silent' }, { alone: true })
  const routes = listTracedRoutes()
  setTraceStarter(({ name }) => ({
    traceparent: undefined,
    step: (_step, work) => work(),
    hideSteps: () => void hiding.add(name),
    end() {},
  }))
  const writes = allRoutes.filter(({ route, name }) => route.method !== 'GET' && samples[name])
  for (const { name, route } of writes) {
    const school = await makeSchool(app)
    const owner = await makeUser(app, { school, role: route.access?.includes('admin') ? 'admin' : 'student' })
    await as(app, owner)(route, (await samples[name]?.(app, owner)) ?? {})
  }
  setTraceStarter(undefined)
  expect(writes.length).toBeGreaterThan(100)
  expect(hiding.size).toBeGreaterThan(3)
  expect([...hiding].filter((name) => !name.startsWith('GET') && routes.get(name) !== 'outline')).toEqual([])
})

test('event streams, pages and health checks have no trace', async () => {
  const routes = listTracedRoutes()
  expect(routes.has('GET /api/live')).toBe(false)
  const spans = await traced(async () => {
    for (const url of ['/healthz', '/', '/no/such/page']) await app.http.inject(url)
  })
  expect(spans).toEqual([])
  for (const { route } of allRoutes)
    for (const path of routePaths(route))
      if (path !== '/api/live') expect(routes.has(`${route.method} ${path}`)).toBe(true)
})

test('a moderator’s opening of a seal has an outline only', async () => {
  const { body } = await as(app, ada)(confessions.create, { body: { content: 'Someone will report me' } })
  await publishAll()
  const params = { id: body.data.id }
  await as(app, grace)(confessions.report, { params, body: { reason: 'other' } })
  const reason = 'It says where another student lives'
  const spans = await traced(async () => {
    const reply = await as(app, dean)(content.reveal, {
      params,
      body: { type: 'confession', reason, category: 'harassment' },
    })
    expect(reply.status).toBe(200)
  })
  expect(spans.map(({ name }) => name)).toEqual(['POST /admin/content/:id/reveal'])
  expect(containsAny(collector.bodies.join(), [...identifyingStrings(ada), ...identifyingStrings(dean), reason])).toBe(
    false,
  )
})

testWith('redis-server')('names commands of Redis and calls of S3, without keys', { timeout: 60_000 }, async () => {
  const redis = await startRedis(await freePort())
  const directory = mkdtempSync(join(tmpdir(), 'quad-traced-bucket-'))
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'quad', configs: [] }],
  })
  const { port } = await bucket.run()
  const storageKeys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const storageUrl = `s3://quad?endpoint=http://127.0.0.1:${port}`
  const app = await openTestApp(
    { ...config, logLevel: 'silent', redisUrl: redis.url, storageUrl, storageKeys },
    { alone: true },
  )
  const school = await makeSchool(app)
  const [writer, reader] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const conversation = await makeConversation(app, writer, [reader])
  const spans = await traced(async () => {
    await uploadPicture(writer, app)
    await as(app, writer)(messages.send, { params: { id: conversation.id }, body: { content: 'Hello' } })
    await as(app, reader)(push.visible, { body: { visible: true } })
  })
  const names = new Set(spans.map(({ name }) => name))
  for (const name of ['INCRBY limits', 'XADD live', 'EXEC tabs', 'S3 PutObject']) expect([...names]).toContain(name)
  expect(spans.find(({ name }) => name === 'S3 PutObject')?.attributes).toEqual({
    'rpc.system.name': 'aws-api',
    'rpc.method': 'S3/PutObject',
  })
  const sent = collector.bodies.join()
  expect(containsAny(sent, [writer.id, writer.schoolId, 'quad:live', 'quad:limit', conversation.id])).toBe(false)
  await closeTestApps() // before the services that it uses
  await bucket.close()
  await redis.stop()
  rmSync(directory, { recursive: true, force: true })
})
