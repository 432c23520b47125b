import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { isQuiet, localTime, pushQuietUntil, quietUntil } from './quiet-hours.ts'

const { db } = await openTestApp()

type Row = { offset: number; hour: number; quiet: boolean; until: Date | null; now: Date }

/** What applies now in each of 24 time zones, in which it is every hour of the day. */
async function lookAround(from: number | null, to: number | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select zone.ahead as offset, local.hour::int as hour, ${isQuiet} as quiet, ${quietUntil} as until, now() as now
    from generate_series(-11, 12) as zone (ahead)
    cross join lateral (select case when ahead > 0 then 'Etc/GMT-' || ahead else 'Etc/GMT+' || -ahead end as timezone) as schools
    cross join (select ${from}::int as quiet_from, ${to}::int as quiet_to) as choice
    cross join ${localTime}`.execute(db)
  expect(new Set(rows.map(({ hour }) => hour)).size).toBe(24)
  return rows
}

test.each([
  [22, 7],
  [1, 5],
  [9, 17],
  [23, 0],
  [0, 23],
])('quiet hours from %i to %i end at their next end in the school’s time zone', async (from, to) => {
  for (const { offset, hour, quiet, until, now } of await lookAround(from, to)) {
    const expected = from <= to ? hour >= from && hour < to : hour >= from || hour < to
    expect(quiet, `at ${hour}`).toBe(expected)
    if (!until) {
      expect(quiet).toBe(false)
      continue
    }
    const local = new Date(until.getTime() + offset * 3600_000)
    expect([local.getUTCHours(), local.getUTCMinutes()], `at ${hour}`).toEqual([to, 0])
    const wait = until.getTime() - now.getTime()
    expect(wait > 0 && wait <= 24 * 3600_000, `at ${hour}`).toBe(true)
  }
})

test.each([
  [null, null],
  [8, 8],
])('quiet hours from %j to %j never apply', async (from, to) => {
  for (const { quiet, until } of await lookAround(from, to)) expect([quiet, until]).toEqual([false, null])
})

test('nothing is pushed to minors between 22:00 and 06:00, nor in their own quiet hours', async () => {
  const { rows } = await sql<{ hour: number; is_minor: boolean; until: number | null }>`
    select local.hour::int as hour, users.is_minor,
      extract(hour from ${pushQuietUntil} at time zone schools.timezone)::int as until
    from generate_series(-11, 12) as zone (ahead)
    cross join lateral (select false as minors,
      case when ahead > 0 then 'Etc/GMT-' || ahead else 'Etc/GMT+' || -ahead end as timezone) as schools
    cross join (values ('student', true), ('student', false), ('admin', true)) as users (role, is_minor)
    cross join (select 20 as quiet_from, 23 as quiet_to) as choice
    cross join ${localTime}`.execute(db)
  expect(rows).toHaveLength(72)
  const listEnds = (hour: number) => rows.filter((row) => row.hour === hour).map(({ until }) => until)
  for (let hour = 0; hour < 24; hour++) {
    const own = hour >= 20 && hour < 23 ? 23 : null
    const ofMinor = hour >= 22 || hour < 6 ? 6 : own
    expect(listEnds(hour), `at ${hour}`).toEqual([ofMinor, own, own])
  }
})
