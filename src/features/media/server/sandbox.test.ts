// A compromised decoder must reach neither secrets nor the network.
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openDecoders, takeResult } from './decoder-pool.ts'
import { describeProtection, findProtection, probeSandbox, unprotected } from './sandbox.ts'

const parent = mkdtempSync(join(tmpdir(), 'quad-sandbox-')) // of its own, so that other tests have not probed it
const dataDir = join(parent, 'data')
mkdirSync(dataDir)
afterAll(() => rmSync(parent, { recursive: true }))

test('reaches environment, files and network from an unprotected process, so that the probe is meaningful', async () => {
  expect(await probeSandbox(dataDir, unprotected)).toEqual({ environment: true, files: true, network: true })
})

test('keeps a hostile decoder from the environment and files of the server and from the network', async ({ skip }) => {
  const protection = await findProtection(dataDir)
  const { fine, says } = describeProtection(protection)
  skip(!fine && protection.sandbox.name !== 'bubblewrap', `This platform lacks protections. ${says}`)
  expect(protection.reached).toEqual({ environment: false, files: false, network: false })
  expect(readdirSync(join(dataDir, 'decoders'))).toEqual([])
})

test('rejects a link as a result, which would expose a file of the server', async () => {
  const at = (name: string) => join(dataDir, name)
  writeFileSync(at('secret'), 'secret', { mode: 0o600 })
  symlinkSync(at('secret'), at('symbolic'))
  await expect(takeResult(at('symbolic'), at('taken-1'))).rejects.toThrow('something else than a file')
  linkSync(at('secret'), at('hard'))
  await expect(takeResult(at('hard'), at('taken-2'))).rejects.toThrow('something else than a file')
  writeFileSync(at('result'), 'picture')
  expect(await takeResult(at('result'), at('taken-3'))).toEqual({ path: at('taken-3'), bytes: 7 })
})

async function makeUpload() {
  const folder = mkdtempSync(join(dataDir, 'uploads-'))
  const path = join(folder, 'source')
  await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
    .png()
    .toFile(path)
  return { path, folder, name: 'result', widths: [], takesGif: false, takesVideo: false }
}

/** Processes that work in this data folder, or were given a path in it. */
const listDecoders = () =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const about = `${readlinkSync(`/proc/${pid}/cwd`)} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}`
      return about.includes(join(dataDir, 'decoders'))
    } catch {
      return false // it has ended
    }
  })

test('a pool that is closed leaves no process behind, not even one that does not answer', async ({ skip }) => {
  skip(process.platform !== 'linux', 'The processes are counted in /proc.')
  const decoders = openDecoders(dataDir)
  await decoders.decode(await makeUpload())
  expect(listDecoders()).not.toEqual([])
  for (const pid of listDecoders()) process.kill(Number(pid), 'SIGSTOP') // as if a file kept it busy
  await decoders.close()
  await expect.poll(listDecoders).toEqual([])
})

test('decodes pictures for a server that runs at a low priority', async ({ skip }) => {
  const before = getPriority()
  skip(process.getuid?.() !== 0, 'Only root can restore the priority of this process.')
  setPriority(10)
  const decoders = openDecoders(dataDir)
  try {
    expect(await decoders.decode(await makeUpload())).toMatchObject({ kind: 'image', width: 4, height: 3 })
  } finally {
    await decoders.close()
    setPriority(before)
  }
})
