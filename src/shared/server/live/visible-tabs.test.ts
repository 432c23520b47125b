import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testWith } from '../../../testing/requirements.ts'
import { openKeysHere } from '../keys/keys.ts'
import { openVisibleTabs } from './visible-tabs.ts'

const { anonymity } = await openKeysHere(['only for this test, long enough to be taken'])
const ada = { schoolId: 'a school', id: 'ada', sessionId: 'her phone' }
const laptop = { ...ada, sessionId: 'her laptop' }
const grace = { ...ada, id: 'grace' }

test('a user is visible for 45 seconds after the last report of any session', async () => {
  let now = 1_000_000
  const tabs = await openVisibleTabs(anonymity, undefined, () => now)
  expect(await tabs.isVisible(ada)).toBe(false)
  await tabs.report(ada, true)
  now += 30_000
  await tabs.report(laptop, true)
  expect([await tabs.isVisible(ada), await tabs.isVisible(grace)]).toEqual([true, false])
  expect(await tabs.isVisible({ ...ada, schoolId: 'another' })).toBe(false)
  await tabs.report(laptop, false)
  expect(await tabs.isVisible(ada), 'the phone is still visible').toBe(true)
  now += 14_999
  expect(await tabs.isVisible(ada)).toBe(true)
  now += 2
  expect(await tabs.isVisible(ada)).toBe(false)
})

test('remembers the latest users only, so that its memory is bounded', async () => {
  const tabs = await openVisibleTabs(anonymity, undefined)
  await tabs.report(ada, true)
  for (let index = 0; index < 50_000; index++) await tabs.report({ ...ada, id: `user ${index}` }, true)
  expect([await tabs.isVisible(ada), await tabs.isVisible({ ...ada, id: 'user 49999' })]).toEqual([false, true])
})

/** Below the ephemeral ports: a client that reconnects to a stopped Redis could otherwise connect to itself. */
const redisPort = () => 17_000 + Math.floor(Math.random() * 10_000)

testWith('redis-server', 'redis-cli')(
  'servers share visible tabs through Redis, which names no user',
  { timeout: 30_000 },
  async () => {
    const port = redisPort()
    const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
      stdio: 'ignore',
    })
    onTestFinished(() => void redis.kill('SIGKILL'))
    const url = `redis://127.0.0.1:${port}`
    const [north, south] = [await openVisibleTabs(anonymity, url), await openVisibleTabs(anonymity, url)]
    try {
      await vi.waitFor(
        async () => {
          await north.report(ada, true)
          expect(await south.isVisible(ada)).toBe(true)
        },
        { timeout: 15_000 },
      )
      const { Redis } = await import('ioredis')
      const client = new Redis(url)
      const keys = await client.keys('*')
      const members = await client.zrange(keys[0] ?? '', '0', '-1')
      expect(JSON.stringify([keys, members])).not.toMatch(/ada|phone|school/)
      expect(await client.pttl(keys[0] ?? '')).toBeLessThanOrEqual(45_000)
      client.disconnect()
      await north.report(ada, false)
      expect(await south.isVisible(ada)).toBe(false)
      await south.report(ada, true)
      redis.kill('SIGKILL')
      await once(redis, 'exit')
      expect([await south.isVisible(ada), await north.isVisible(ada)], 'each knows what it heard').toEqual([
        true,
        false,
      ])
    } finally {
      north.close()
      south.close()
    }
  },
)
