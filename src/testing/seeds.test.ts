import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withSeeds } from './seeds.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-seeds-'))
  file = join(folder, 'tests/seeds.json')
  vi.stubEnv('CI', '')
  vi.stubEnv('FUZZ_SEED', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs with the seeds, and fails with those that `fails` names. */
async function run(fails: (seed: number) => boolean) {
  const seeds: number[] = []
  const outcome = withSeeds(async (seed) => {
    seeds.push(seed)
    if (fails(seed)) throw new Error('a wrong answer')
  }, file)
  return { seeds, message: await outcome.then(() => 'passed', String) }
}

test('withSeeds draws a new seed per run', async () => {
  const [first, second] = [await run(() => false), await run(() => false)]
  expect([first.seeds.length, second.seeds.length]).toEqual([1, 1])
  expect(first.seeds).not.toEqual(second.seeds)
})

test('withSeeds names and keeps a failing seed, and replays it first', async () => {
  const { seeds, message } = await run(() => true)
  expect(message).toContain(`FUZZ_SEED=${seeds[0]}`)
  expect(message).toContain('a wrong answer')
  const name = 'withSeeds names and keeps a failing seed, and replays it first'
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [name]: seeds })
  const next = await run(() => false)
  expect(next.seeds).toHaveLength(2)
  expect(next.seeds[0]).toBe(seeds[0])
  expect((await run((seed) => seed === seeds[0])).seeds).toEqual(seeds)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [name]: seeds })
})

test('withSeeds keeps no seed in CI', async () => {
  vi.stubEnv('CI', '1')
  const { message } = await run(() => true)
  expect(message).toContain('a wrong answer')
  expect(() => readFileSync(file)).toThrow('ENOENT')
})

test('withSeeds runs FUZZ_SEED alone', async () => {
  vi.stubEnv('FUZZ_SEED', '42')
  expect((await run(() => false)).seeds).toEqual([42])
})

test('withSeeds ignores the seeds of other tests', async () => {
  await run(() => true)
  writeFileSync(file, JSON.stringify({ 'another test': [1, 2] }))
  expect((await run(() => false)).seeds).not.toContain(1)
})
