// Short versions of the faults, as regression tests. `npm run faults` runs them at length.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInstalled, testWith } from '../src/testing/requirements.ts'
import { cutConnections, duplicates, loseRedis } from './cluster.ts'
import { kill, terminate } from './crash.ts'
import { failover } from './failover.ts'
import type { Fault } from './kit.ts'
import { killWhileSendingLater } from './later.ts'
import { moveBetweenCells } from './moving.ts'
import { keepOneCluster } from './scene.ts'
import { killWhileQueueing } from './seats.ts'
import { acrossServers, banAcross, rollingRestart } from './several.ts'

const patience = 300_000

async function survives(fault: Fault, rounds: number) {
  const { wrong } = await fault.run(rounds)
  expect(wrong).toEqual([])
}

test('nothing acknowledged is lost when the server or its PostgreSQL is killed', { timeout: patience }, () =>
  survives(kill, 2),
)

testWith('postgres')(
  'a kill while 500 users want 50 seats loses no seat, no place and no notification',
  { timeout: patience },
  () => survives(killWhileQueueing, 2),
)

testWith('postgres')(
  'scheduled messages are sent once when a server is killed while it sends them',
  { timeout: patience },
  () => survives(killWhileSendingLater, 3),
)

test('on SIGTERM, a server replies to accepted requests and leaves nothing behind', { timeout: patience }, () =>
  survives(terminate, 1),
)

testWith('postgres')(
  'a school moves between cells while it is used, and the command, the source or the target is killed',
  { timeout: patience },
  () => survives(moveBetweenCells, 3),
)

testWith(
  'postgres',
  'patroni',
  'etcd',
  'pgbouncer',
  'haproxy',
  'redis-server',
)(
  'nothing acknowledged is lost when the primary PostgreSQL and its Patroni are killed and the standby replaces it',
  { timeout: patience },
  () => survives(failover, 1),
)

const programs = ['postgres', 'redis-server', 'haproxy']

describe('two servers behind a proxy', () => {
  const test = testWith(...programs)
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    if (programs.every(isInstalled)) close = await keepOneCluster()
  }, patience)
  afterAll(() => close?.(), 60_000)

  test('concurrent repetitions of a request run once', { timeout: patience }, () => survives(duplicates, 1))
  test('an event on one server is delivered on the other, once and in order', { timeout: patience }, () =>
    survives(acrossServers, 20),
  )
  test('a ban on one server ends streams on the other within a second', { timeout: patience }, () =>
    survives(banAcross, 2),
  )
  test('recovers when the database connection is back', { timeout: patience }, () => survives(cutConnections, 2))
  test('works without Redis, and recovers when it is back', { timeout: patience }, () => survives(loseRedis, 1))
  test('a rolling restart fails no request', { timeout: patience }, () => survives(rollingRestart, 2))
})
