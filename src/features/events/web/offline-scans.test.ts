import { beforeEach, expect, test } from 'vitest'
import { claimStorage, clearStorage } from '../../../shared/web/user-storage.ts'
import { toMinute, toQrText } from '../check-in-codes.ts'
import type { CheckedIn } from '../check-in-contract.ts'
import { addScan, computeDigits, findByCode, readList, readScans, removeScans, storeList } from './offline-scans.ts'

const now = 1_800_000_000
const minute = toMinute(now)
const event = 'event'
const sample = (id: string, key: string | null): CheckedIn => ({
  id,
  name: id,
  avatar: null,
  key,
  checked_in_at: null,
  contest: null,
})
const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const [keyA, keyB] = ['YT8_Pz8_Pz8_Pz8_Pz8_Pw', 'Pj4-Pz8_Pz8_Pz8_Pz8_Pw']

beforeEach(() => void claimStorage('ada'))

test('computes the same digits as the server', async () => {
  // By HMAC-SHA-256 in node:crypto.
  expect([await computeDigits(keyA, minute), await computeDigits(keyB, minute)]).toEqual(['254429', '924156'])
})

test('finds an attendee by the code of this minute or the previous one', async () => {
  const people = [sample(one, keyA), sample(other, keyB)]
  const find = async (at: number) => (await findByCode(people, await computeDigits(keyB, at), now))?.id
  expect([await find(minute), await find(minute - 1), await find(minute - 2), await find(minute + 1)]).toEqual([
    other,
    other,
    undefined,
    undefined,
  ])
  expect(await findByCode(people, toQrText(one, await computeDigits(keyB, minute)), now)).toBeUndefined()
})

test('finds no attendee by digits that two of them have, and none without a key', async () => {
  const digits = await computeDigits(keyA, minute)
  const twins = [sample(one, keyA), sample(other, keyA)]
  expect(await findByCode(twins, digits, now)).toBeUndefined()
  expect((await findByCode(twins, toQrText(other, digits), now))?.id).toBe(other)
  expect(await findByCode([sample(one, null)], digits, now)).toBeUndefined()
})

test('keeps the first scan of each attendee until it was sent', () => {
  addScan(event, { user_id: one, code: '111111', at: now })
  addScan(event, { user_id: one, code: '222222', at: now + 1 })
  const sent = readScans(event)
  expect(sent).toEqual([{ user_id: one, code: '111111', at: now }])
  addScan(event, { user_id: other, code: '333333', at: now })
  removeScans(event, sent)
  expect(readScans(event).map(({ user_id }) => user_id)).toEqual([other])
})

test('the list ends when check-in closes, and with the session', () => {
  const soon = Math.floor(Date.now() / 1000) + 60
  const attendees = [sample(one, keyA)]
  storeList(event, { attendees, closes_at: soon })
  expect(readList(event)?.attendees).toEqual(attendees)
  storeList(event, { attendees, closes_at: soon - 120 })
  expect(readList(event)).toBeUndefined()
  expect(JSON.stringify({ ...localStorage })).not.toContain(keyA)
  storeList(event, { attendees, closes_at: soon })
  addScan(event, { user_id: one, code: '111111', at: now })
  clearStorage()
  claimStorage('ada')
  expect([readList(event), readScans(event)]).toEqual([undefined, []])
})
