import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { campus } from '../../../testing/campus.ts'
import { turnOnEnding } from '../../../testing/ending-authorship.ts'
import { createEpoch, openEpochStore } from './epoch-store.ts'
import { lastingEpoch, parseEpoch } from './seal-epochs.ts'

const { app, school } = await campus({ alone: true, perTest: true })
const { calls } = app.epochs
const openStore = () => openEpochStore(app.db, calls)
const month = parseEpoch('2026-03-01')

afterEach(() => void vi.useRealTimers())

async function makeMonth() {
  await turnOnEnding(app, school.id, 365)
  await createEpoch(app.db, calls, school.id, '2026-03-01')
}
const destroy = () =>
  sql`update seal_epochs set wrapped_key = null, destroyed_at = now()
    where school_id = ${school.id} and epoch = '2026-03-01'`.execute(app.db)

test('a key that was destroyed is not used after 50 seconds, also without a refresh', async () => {
  await makeMonth()
  vi.useFakeTimers({ toFake: ['performance'] })
  const store = openStore()
  await store.refresh()
  expect(store.find(school.id, month)).toMatchObject({ epoch: '2026-03-01' })
  await destroy()
  vi.advanceTimersByTime(49_000)
  expect(store.find(school.id, month)).toMatchObject({ epoch: '2026-03-01' })
  vi.advanceTimersByTime(2000)
  expect(await store.find(school.id, month)).toBeUndefined()
  expect(store.find(school.id, month), 'known by now').toBeUndefined()
})

test('a month that another server created is found immediately', async () => {
  await turnOnEnding(app, school.id, 365)
  const store = openStore()
  await store.refresh()
  await createEpoch(app.db, calls, school.id, '2026-03-01')
  expect(await store.find(school.id, month)).toMatchObject({ epoch: '2026-03-01' })
})

test('a server learns of the first key of a school within 50 seconds, also without a refresh', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const store = openStore()
  await store.refresh()
  await createEpoch(app.db, calls, school.id, lastingEpoch)
  expect(store.findLasting(school.id)).toBeUndefined()
  vi.advanceTimersByTime(51_000)
  expect(await store.findLasting(school.id)).toMatchObject({ isActive: false })
})

test('what is written gets a month once the lasting key is active, and only while authorship ends', async () => {
  const setDays = (days: number | null) =>
    sql`update schools set unmaskable_days = ${days} where id = ${school.id}`.execute(app.db)
  const store = openStore()
  const write = async () => {
    await store.refresh()
    return (await store.findForWriting(school.id, async () => new Date('2026-03-09T10:00:00Z')))?.epoch
  }
  await setDays(365)
  expect(await write()).toBeUndefined()
  await createEpoch(app.db, calls, school.id, lastingEpoch)
  expect(await write(), 'servers may not know of it').toBeUndefined()
  await sql`update seal_epochs set active_at = now() where school_id = ${school.id}`.execute(app.db)
  expect(await write()).toBe('2026-03-01')
  await setDays(null)
  expect(await write()).toBeUndefined()
})

test('nothing is written into a month whose key is destroyed', async () => {
  await makeMonth()
  await destroy()
  const store = openStore()
  const write = async () => store.findForWriting(school.id, async () => new Date('2026-03-09T10:00:00Z'))
  await expect(write()).rejects.toMatchObject({ status: 410 })
})
