// A thief has a dump of every table, Redis and the data folder, but not SECRET_KEY: guesses about authors must be no
// better than chance.
import { afterAll, expect, test } from 'vitest'
import { closeTestApps, openTestApp, testConfig } from '../../src/testing/app.ts'
import { isInstalled, testWith } from '../../src/testing/requirements.ts'
import { freePort, startRedis } from '../../tools/services.ts'
import { attacks, shareIdentified } from './attacks.ts'
import { type CampusSize, playCampus } from './campus.ts'
import { takeLoot } from './loot.ts'
import { seededRandom } from './random.ts'

const size: CampusSize = {
  people: 200,
  active: 100,
  namedPosts: 1800,
  anonymousPosts: 200,
  confessions: 500,
  ratings: 300,
  pictures: 80,
}
/** Allowed difference between a guess and chance. */
const tolerance = 0.02
const timeoutMs = 600_000

const redis = isInstalled('redis-server') ? await startRedis(await freePort()) : undefined
afterAll(async () => {
  await closeTestApps() // before the Redis that they use
  await redis?.stop()
})

async function rob(anonymousDelaySeconds: number, campusSize: CampusSize) {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const config = { ...testConfig, anonymousDelaySeconds, ...(redis ? { redisUrl: redis.url } : {}) }
  const app = await openTestApp(config, { alone: true })
  const campus = await playCampus(app, campusSize, seededRandom(seed))
  const loot = await takeLoot(app, redis?.url)
  const shares = Object.entries(attacks).map(([name, attack]) => ({
    name,
    share: shareIdentified(attack(loot, campus), campus),
  }))
  const report = shares.map(({ name, share }) => `${(100 * share).toFixed(2)} %  ${name}`).join('\n')
  return { campus, loot, shares, report: `${campus.items.length} items, seed ${seed}\n${report}` }
}

testWith('redis-server')(
  'a thief attributes anonymous items no better than by chance',
  { timeout: timeoutMs },
  async () => {
    const { campus, loot, shares, report } = await rob(120, size)
    console.log(report)
    expect(campus.items.length).toBeGreaterThan(950)
    expect(loot.files.filter(({ path }) => path.includes('export-')).length).toBe(20)
    const chance = 1 / campus.people.length
    for (const { name, share } of shares) expect(share, `${name}\n${report}`).toBeLessThanOrEqual(chance + tolerance)

    // Unencrypted columns of rows about anonymous items are identical, and no two rows share an encrypted value.
    const notices = loot.rows.filter(({ table, values }) => table === 'notifications' && values.inbox !== null)
    expect(notices.length).toBeGreaterThan(20)
    expect(new Set(notices.map(({ values }) => values.inbox)).size).toBe(notices.length)
    const inClear = notices.map(({ values: { id, inbox, sealed, is_read, created_at, ...rest } }) =>
      JSON.stringify(rest),
    )
    expect(new Set(inClear).size).toBe(1)

    expect(loot.redis.length, 'Redis was used').toBeGreaterThan(0)
    const ids = [campus.schoolId, ...campus.people.map(({ id }) => id)]
    expect(loot.redis.filter((entry) => ids.some((id) => entry.includes(id)))).toEqual([])
  },
)

testWith('redis-server')(
  'a thief does no better where authorship ends, during the change and after it',
  { timeout: timeoutMs },
  async () => {
    const { campus, loot, shares, report } = await rob(120, {
      ...size,
      people: 100,
      active: 50,
      namedPosts: 700,
      anonymousPosts: 80,
      confessions: 200,
      ratings: 120,
      pictures: 30,
      unmaskableDays: 30,
    })
    console.log(report)
    expect(campus.items.length).toBeGreaterThan(350)
    const sealed = loot.rows.filter(({ table }) => table === 'confessions')
    expect(sealed.length).toBeGreaterThan(190)
    // A seal with a month begins with 3 (src/shared/server/crypto/seal-epochs.ts).
    for (const { values } of sealed) expect(String(values.author_seal)).toMatch(/^\\x03/)
    for (const { name, share } of shares)
      expect(share, `${name}\n${report}`).toBeLessThanOrEqual(1 / campus.people.length + 1.5 * tolerance)
  },
)

test('the same thief does better when items are stored without a delay', { timeout: timeoutMs }, async () => {
  const few = {
    ...size,
    people: 100,
    active: 8, // few enough that items are next to their authors' other actions
    namedPosts: 200,
    anonymousPosts: 60,
    confessions: 60,
    ratings: 60,
    pictures: 20,
  }
  const { campus, shares, report } = await rob(0, few)
  console.log(report)
  expect(Math.max(...shares.map(({ share }) => share))).toBeGreaterThan(1 / campus.people.length + 2 * tolerance)
})
