// A cell whose address accepts no connections: packets to it are dropped, as by a machine that is gone. And one that accepts them and hangs.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '../../../features/session/contract.ts'
import { as, findPort, openTestApp, planCells, signedOut, testConfig } from '../../../testing/app.ts'
import { createSessionToken } from '../auth/session.ts'

const plan = await planCells()
const far = findPort(plan.far)
/** A session of a school that the far cell describes as its own. */
const schoolId = randomUUID()
const grace = { cookie: `quad=${createSessionToken(schoolId).token}` }
const description = {
  cell: 'far',
  schools: [
    {
      id: schoolId,
      name: 'South',
      short_name: null,
      city: null,
      state_province: null,
      country: 'Nowhere',
      type: 'university',
      email_domain: 'south.example',
      is_active: true,
    },
  ],
}

test('requests to a silent cell fail together, later ones without waiting, and succeed after its return', {
  timeout: 60_000,
}, async () => {
  let server = await openFarCell()
  const front = await openTestApp({ ...testConfig, cells: plan.front }, { alone: true })
  const read = async (number = 1) => {
    const startedAt = performance.now()
    const replies = await Promise.all(Array.from({ length: number }, () => as(front, grace)(session.me)))
    return {
      statuses: [...new Set(replies.map(({ status }) => status))],
      retries: [...new Set(replies.map(({ headers }) => headers['retry-after']))],
      ms: performance.now() - startedAt,
    }
  }
  expect((await read()).statuses).toEqual([200])

  server.closeAllConnections()
  server.close()
  const listener = await listenSilently(far)
  const first = await read(50)
  expect([first.statuses, first.retries]).toEqual([[503], ['1']])
  expect(first.ms).toBeGreaterThan(1000) // else the address refused them
  expect(first.ms, 'one after the other they wait for 75 seconds').toBeLessThan(20_000)

  const waits: number[] = []
  for (let count = 0; count < 5; count++) {
    await sleep(500) // also while the address is tried again
    const later = await read(20)
    expect([later.statuses, later.retries]).toEqual([[503], ['1']])
    waits.push(later.ms)
  }
  expect(Math.min(...waits), 'the time limit of a connection is 1500').toBeLessThan(1000)
  expect((await as(front, signedOut)(session.me)).status).toBe(401)

  await listener.stop()
  server = await openFarCell()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await expect.poll(async () => (await read()).statuses, { interval: 50 }).toEqual([200])
})

test('requests to a cell that accepts them and hangs fail, and those to other cells succeed', async () => {
  let isHanging = false
  const server = await openFarCell(() => isHanging)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const front = await openTestApp({ ...testConfig, cells: { ...plan.front, replyMs: 500 } }, { alone: true })
  const read = async () => (await as(front, grace)(session.me)).status
  expect(await read()).toBe(200)
  isHanging = true
  const asked = read()
  expect((await as(front, signedOut)(session.me)).status).toBe(401)
  expect(await asked).toBe(503)
  isHanging = false
  expect(await read()).toBe(200)
})

async function openFarCell(isHanging = () => false): Promise<Server> {
  const server = createServer((request, response) => {
    if (isHanging()) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/internal/cell' ? description : {}))
  }).listen(far, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Its kernel queue of connections is full, so that it drops further ones. */
async function listenSilently(port: number) {
  const code = `
    const { parentPort, workerData: port } = require('node:worker_threads')
    require('node:net').createServer().listen({ port, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage('listening')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const worker = new Worker(code, { eval: true, workerData: port })
  await once(worker, 'message')
  const sockets: Socket[] = []
  const isAccepted = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    return Promise.race([once(socket, 'connect').then(() => true), sleep(300, false)])
  }
  await expect.poll(isAccepted, { timeout: 10_000 }).toBe(false)
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    await worker.terminate()
  }
  onTestFinished(() => stop())
  return { stop }
}
