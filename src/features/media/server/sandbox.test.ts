// A decoder that somebody took over must find neither secrets nor a network.
import { linkSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { takeResult } from './decoder-pool.ts'
import { describeProtection, findProtection, probeSandbox, unprotected } from './sandbox.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'quad-sandbox-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('a hostile program in an unprotected process reaches environment, files and network, so the probe can tell', async () => {
  expect(await probeSandbox(dataDir, unprotected)).toEqual({ environment: true, files: true, network: true })
})

test('a hostile decoder reads neither the environment of the server nor its files, and connects to nothing', async ({
  skip,
}) => {
  const protection = await findProtection(dataDir)
  const { fine, says } = describeProtection(protection)
  skip(!fine && protection.sandbox.name !== 'bubblewrap', `This platform lacks protections. ${says}`)
  expect(protection.reached).toEqual({ environment: false, files: false, network: false })
  expect(readdirSync(join(dataDir, 'decoders'))).toEqual([])
})

test('takes no link for a result, which would show a file of the server to everybody', async () => {
  const at = (name: string) => join(dataDir, name)
  writeFileSync(at('secret'), 'secret', { mode: 0o600 })
  symlinkSync(at('secret'), at('symbolic'))
  await expect(takeResult(at('symbolic'), at('taken-1'))).rejects.toThrow('something else than a file')
  linkSync(at('secret'), at('hard'))
  await expect(takeResult(at('hard'), at('taken-2'))).rejects.toThrow('something else than a file')
  writeFileSync(at('result'), 'picture')
  expect(await takeResult(at('result'), at('taken-3'))).toEqual({ path: at('taken-3'), bytes: 7 })
})
