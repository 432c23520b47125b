import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { assertNothingLeft, listRunning } from './leaks.ts'

test('assertNothingLeft names each socket, server, process and interval that was started since and still runs', async () => {
  const before = listRunning()
  await assertNothingLeft(before)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  const timer = setInterval(() => {}, 60_000).unref()

  vi.useFakeTimers({ toFake: ['Date'] })
  const check = assertNothingLeft(before)
  vi.setSystemTime(Date.now() + 60_000) // past the grace period
  const error = await check.catch((thrown: Error) => thrown.message)
  vi.useRealTimers()
  for (const part of [
    `Server {"address":"127.0.0.1"`,
    `a connection to 127.0.0.1:${port}`,
    `the process ${child.pid}`,
    'an interval of 60000 ms',
    'leaks.test.ts',
  ])
    expect(error).toContain(part)

  clearInterval(timer)
  child.kill()
  socket.destroy()
  server.close()
  await assertNothingLeft(before)
})
