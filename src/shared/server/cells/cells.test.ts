import { createServer } from 'node:http'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { events } from '../../../features/events/contract.ts'
import { unsubscribeToken } from '../../../features/notifications/server/actions.ts'
import { posts } from '../../../features/posts/contract.ts'
import { schools } from '../../../features/schools/contract.ts'
import { session } from '../../../features/session/contract.ts'
import { as, findPort, openTestApp, openTestCell, planCells, signedOut, testConfig } from '../../../testing/app.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeSchool, makeUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { forEachDueSchool } from '../jobs/due-schools.ts'
import type { App } from '../services.ts'

const plan = await planCells()
const [north, south] = [await openTestCell(plan.front), await openTestCell(plan.far)]
const { secret } = plan.front
/** A user of a new school of the southern cell. */
const makeSoutherner = async () => makeUser(south, { school: await makeSchool(south) })
const countPosts = async ({ db }: App) => (await db.selectFrom('posts').select('id').execute()).length

test('each server answers for the schools of both cells, and each database has only its own', async () => {
  const school = await makeSchool(north)
  const [ada, grace] = [await makeUser(north, { school }), await makeSoutherner()]
  for (const front of [north, south]) {
    for (const person of [ada, grace]) {
      const { status, body } = await as(front, person)(session.me)
      expect([status, body.id]).toEqual([200, person.id])
      const made = await as(front, person)(posts.create, { body: { content: 'Hello from my cell', media_urls: [] } })
      expect(made.status).toBe(201)
    }
  }
  expect([await countPosts(north), await countPosts(south)]).toEqual([2, 2])
})

test('passes on uploads, pictures and their errors', async () => {
  const grace = await makeSoutherner()
  const { url } = await makeUpload({ ...south, http: north.http }, grace)
  const picture = await north.http.inject({ url, headers: { cookie: grace.cookie } })
  const direct = await south.http.inject({ url, headers: { cookie: grace.cookie } })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(picture.rawPayload.equals(direct.rawPayload)).toBe(true)
  const part = await north.http.inject({ url, headers: { cookie: grace.cookie, range: 'bytes=0-9' } })
  const directPart = await south.http.inject({ url, headers: { cookie: grace.cookie, range: 'bytes=0-9' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([
    directPart.statusCode,
    directPart.headers['content-range'],
  ])
  const ada = await makeUser(north, { school: await makeSchool(north) })
  expect((await north.http.inject({ url, headers: { cookie: ada.cookie } })).statusCode).toBe(404)
  const refused = await as(north, grace)(posts.create, { body: { content: '' } })
  expect([refused.status, refused.body.code]).toEqual([400, 'bad_request'])
})

test('passes on an event stream, and ends it with the client', async () => {
  const grace = await makeSoutherner()
  const stream = await openStream(north, grace)
  south.live.publish(south.db, { schoolId: grace.schoolId, people: [grace.id] }, 'reports.pending', {
    school_id: grace.schoolId,
  })
  await stream.next('reports.pending')
  expect(south.live.count()).toBe(1)
  stream.close()
  await expect.poll(() => south.live.count()).toBe(0)
})

test('a server that stops ends the event streams that it passes on', async () => {
  const third = await planCells()
  const addresses = new Map([
    ['third', third.front.addresses.get('front') ?? ''],
    ['far', plan.far.addresses.get('far') ?? ''],
  ])
  const stopping = await openTestApp({ ...testConfig, cells: { ...third.front, own: 'third', addresses } })
  const stream = await openStream(stopping, await makeSoutherner())
  expect(south.live.count()).toBe(1)
  await stopping.http.close()
  await stream.ended
  await expect.poll(() => south.live.count()).toBe(0)
})

test('finds the school of calendars, unsubscribe links and public numbers in their address', async () => {
  const grace = await makeSoutherner()
  const { body } = await as(south, grace)(events.calendarLinks)
  const calendar = await north.http.inject({ url: new URL(body.data.mine).pathname })
  expect([calendar.statusCode, calendar.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const token = await unsubscribeToken(south.anonymity, grace)
  const unsubscribed = await north.http.inject({ method: 'POST', url: `/unsubscribe/${token}` })
  expect(unsubscribed.statusCode).toBe(200)
  const { email_notifications } = await south.db
    .selectFrom('users')
    .where('school_id', '=', grace.schoolId)
    .where('id', '=', grace.id)
    .select('email_notifications')
    .executeTakeFirstOrThrow()
  expect(email_notifications).toBe(false)
})

test('lists the schools of all cells', async () => {
  const [one, other] = [await makeSchool(north, { name: 'Aa' }), await makeSchool(south, { name: 'Ab' })]
  await as(north, await makeUser(south, { school: other }))(session.me)
  const { body } = await as(north, signedOut)(schools.listPublic)
  const names = body.data.filter(({ id }) => [one.id, other.id].includes(id)).map(({ name }) => name)
  expect(names).toEqual(['Aa', 'Ab'])
})

test('a school that was added since another cell was asked is found there', async () => {
  const third = await planCells()
  const rarely = { freshMs: 300 }
  const home = await openTestCell({ ...third.far, ...rarely })
  const front = await openTestApp({ ...testConfig, cells: { ...third.front, ...rarely } })
  for (let round = 0; round < 3; round++) {
    await front.cells?.directory.refresh() // it has just asked
    const grace = await makeUser(home, { school: await makeSchool(home) })
    expect((await as(front, grace)(session.me)).status).toBe(200)
  }
})

test('tells only servers with the secret which schools are here', async () => {
  const read = (headers = {}) => north.http.inject({ url: '/internal/cell', headers })
  expect((await read()).statusCode).toBe(404)
  expect((await read({ 'quad-cells-secret': `${secret}.` })).statusCode).toBe(404)
  const school = await makeSchool(north)
  const { cell, schools: listed } = (await read({ 'quad-cells-secret': secret })).json()
  expect(cell).toBe('front')
  expect(listed.map(({ id }: { id: string }) => id)).toContain(school.id)
  const signIn = { method: 'POST', url: '/internal/cell/sign-ins', payload: {} } as const
  expect((await north.http.inject(signIn)).statusCode).toBe(404)
})

test('believes no one else who says that a request was forwarded', async () => {
  const grace = await makeSoutherner()
  const headers = { 'quad-cell': 'far', 'quad-cell-hops': '9', 'quad-cells-secret': 'guessed' }
  expect((await as(north, grace)(session.me, { headers })).status).toBe(200)
})

test('a cell that is down takes only its own schools away, and signs no one out', async () => {
  const third = await planCells()
  const addresses = new Map([
    ['front', third.front.addresses.get('front') ?? ''],
    ['away', third.far.addresses.get('far') ?? ''],
  ])
  const away = await openTestApp({ ...testConfig, cells: { ...third.front, own: 'away', addresses } })
  await away.http.listen({ port: findPort(third.far), host: '127.0.0.1' })
  const here = await openTestApp({ ...testConfig, cells: { ...third.front, addresses } })
  const [ada, grace] = [
    await makeUser(here, { school: await makeSchool(here) }),
    await makeUser(away, { school: await makeSchool(away) }),
  ]
  const read = async (person: { cookie: string }) => (await as(here, person)(session.me)).status
  expect([await read(ada), await read(grace)]).toEqual([200, 200])
  await away.http.close()
  const metrics = await here.http.inject('/metrics')
  expect(metrics.body).toMatch(/quad_cell_silence_seconds{cell="away"} \d/)
  expect([await read(ada), await read(grace)]).toEqual([200, 503])
  const listed = await as(here, signedOut)(schools.listPublic)
  expect(listed.body.data.map(({ id }) => id).sort()).toEqual([ada.schoolId, grace.schoolId].sort())

  // A server that starts now does not know whose school it is.
  const fresh = await openTestApp({ ...testConfig, cells: { ...third.front, addresses } })
  expect((await as(fresh, grace)(session.me)).status).toBe(503)
  expect((await as(fresh, signedOut)(session.me)).status).toBe(401)
})

test('follows a school that moves, step by step', async () => {
  const school = await makeSchool(north)
  const ada = await makeUser(north, { school })
  const post = await makePost(north, ada)
  const say = ({ db }: App, direction: string, state: string) =>
    sql`insert into school_moves (school_id, direction, state, cell)
      values (${school.id}, ${direction}, ${state}, ${direction === 'out' ? 'far' : 'front'})
      on conflict (school_id) do update set state = excluded.state`.execute(db)
  /** The cells in which a read arrives, through either of them. */
  const listPlaces = async () => {
    const texts: string[] = []
    for (const front of [north, south]) {
      const { status, body } = await as(front, ada)(posts.show, { params: { id: post.id } })
      texts.push(status === 200 ? body.data.content : String(status))
    }
    return texts
  }
  const due = async ({ db }: App) => {
    const found: string[] = []
    await forEachDueSchool(db, sql`select school_id from posts where school_id = ${school.id}`, async (id) => {
      found.push(id)
    })
    return found.length > 0
  }
  const whereDue = async () => [await due(north), await due(south)]
  await north.db.updateTable('posts').set({ content: 'north' }).where('school_id', '=', school.id).execute()
  await copyRows()
  await south.db.updateTable('posts').set({ content: 'south' }).where('school_id', '=', school.id).execute()

  const epoch = { school_id: school.id, epoch: 'infinity', wrapped_key: Buffer.from('key'), active_at: new Date() }
  const stream = await openStream(north, ada)
  await say(south, 'in', 'copying')
  await south.db.insertInto('seal_epochs').values(epoch).execute()
  await south.epochs.refresh()
  expect(await south.epochs.findLasting(school.id)).toBeUndefined()
  await say(north, 'out', 'copying')
  await expect.poll(listPlaces).toEqual(['north', 'north'])
  expect(await whereDue()).toEqual([true, false])
  await say(north, 'out', 'paused')
  await expect.poll(listPlaces).toEqual(['north', 'north'])
  expect(await whereDue()).toEqual([false, false])
  await say(south, 'in', 'ready')
  await expect.poll(listPlaces).toEqual(['north', 'north'])
  await say(north, 'out', 'done')
  await expect.poll(listPlaces).toEqual(['south', 'south'])
  expect(await whereDue()).toEqual([false, true])
  expect(await south.epochs.findLasting(school.id)).toMatchObject({ isActive: true })
  await stream.ended
  expect(stream.heard.slice(-2)).toMatchObject([
    { id: '', name: 'reconnect', body: { resumed: false } },
    { name: 'reconnect', body: { wait: 0 } },
  ])
  const next = await openStream(north, ada)
  expect([next.heard.at(-1)?.body, south.live.count()]).toEqual([{ resumed: false }, 1])
  next.close()
  expect(await south.db.selectFrom('school_moves').selectAll().execute()).toEqual([]) // taken over by the first request

  /** What the session and the post need. */
  async function copyRows() {
    for (const table of ['schools', 'users', 'sessions', 'posts'] as const) {
      const column = table === 'schools' ? 'id' : 'school_id'
      const { rows } = await sql<{ row: unknown }>`select to_jsonb(kept) as row from ${sql.table(table)} as kept
        where ${sql.ref(column)} = ${school.id}`.execute(north.db)
      const all = JSON.stringify(rows.map(({ row }) => row))
      await sql`insert into ${sql.table(table)}
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${all}::jsonb)`.execute(south.db)
    }
  }
})

test('a reply that breaks off in the other cell breaks off for the client, too', async () => {
  const third = await planCells()
  const person = await makeUser(south, { school: await makeSchool(south) })
  const school = { id: person.schoolId, name: 'S', email_domain: 's.example', country: 'X', type: 'university' }
  const described = { ...school, short_name: null, city: null, state_province: null, is_active: true }
  let mode = ''
  const breaking = createServer((request, response) => {
    if (request.url === '/internal/cell') return response.end(JSON.stringify({ cell: 'far', schools: [described] }))
    if (mode === 'counted') response.writeHead(200, { 'content-length': '1000' })
    if (mode !== 'before') response.write('{"half":')
    return setTimeout(() => request.socket.destroy(), 100)
  })
  await new Promise<void>((resolve) => breaking.listen(findPort(third.far), '127.0.0.1', resolve))
  onTestFinished(() => void breaking.close())
  const front = await openTestApp({ ...testConfig, cells: third.front })
  await front.http.listen({ port: findPort(third.front), host: '127.0.0.1' })
  const read = async () => {
    const reply = await fetch(`${third.front.addresses.get('front')}/api/me`, { headers: { cookie: person.cookie } })
    return [reply.status, await reply.text()]
  }
  for (mode of ['counted', 'chunked']) await expect(read(), mode).rejects.toThrow()
  mode = 'before'
  expect((await read())[0]).toBe(503)
})

test('ends a request that the cells send in a circle', async () => {
  const school = await makeSchool(north)
  const ada = await makeUser(north, { school })
  const move = (cell: string) => ({ school_id: school.id, direction: 'out', state: 'done', cell })
  await north.db.insertInto('school_moves').values(move('far')).execute()
  await south.db.insertInto('school_moves').values(move('front')).execute()
  onTestFinished(async () => {
    for (const { db } of [north, south]) await db.deleteFrom('school_moves').execute()
  })
  await expect.poll(async () => (await as(north, ada)(session.me)).status).toBe(503)
})
