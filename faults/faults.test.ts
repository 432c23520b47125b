// Short versions of the faults, so that what they found once stays mended. `npm run faults` does them at length.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInstalled, testWith } from '../src/testing/requirements.ts'
import { cutConnections, duplicates, loseRedis } from './cluster.ts'
import { kill, terminate } from './crash.ts'
import type { Fault } from './kit.ts'
import { keepOneCluster } from './scene.ts'
import { acrossServers, banAcross, rollingRestart } from './several.ts'

const patience = 300_000

async function survives(fault: Fault, rounds: number) {
  const { wrong } = await fault.run(rounds)
  expect(wrong).toEqual([])
}

test('nothing acknowledged is lost when the server, or its PostgreSQL, is killed', { timeout: patience }, () =>
  survives(kill, 2),
)

test('told to end, a server answers what it has taken and leaves nothing behind', { timeout: patience }, () =>
  survives(terminate, 1),
)

const programs = ['postgres', 'redis-server', 'haproxy']

describe('two servers behind a proxy', () => {
  const test = testWith(...programs)
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    if (programs.every(isInstalled)) close = await keepOneCluster()
  }, patience)
  afterAll(() => close?.(), 60_000)

  test('the same request many times at once is done once', { timeout: patience }, () => survives(duplicates, 1))
  test('an event on one is heard on the other, once and in order', { timeout: patience }, () =>
    survives(acrossServers, 20),
  )
  test('a ban on one ends the streams on the other within a second', { timeout: patience }, () =>
    survives(banAcross, 2),
  )
  test('cut from the database they go on as soon as it is back', { timeout: patience }, () =>
    survives(cutConnections, 2),
  )
  test('without Redis they go on, and with it again as before', { timeout: patience }, () => survives(loseRedis, 1))
  test('restarted in turn they fail nobody', { timeout: patience }, () => survives(rollingRestart, 2))
})
