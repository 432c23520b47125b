import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'vitest'

/** Seeds that have failed, by test. */
type Seeds = Record<string, number[]>

const seedsFile = 'tests/seeds.json'

/**
 * Runs `work` with each stored seed of the current test, then with a new one, or only with FUZZ_SEED. A failure names
 * its seed, and outside CI the seed is stored in tests/seeds.json, so that the next run replays it first.
 */
export async function withSeeds(work: (seed: number) => Promise<void>, file = seedsFile): Promise<void> {
  const name = expect.getState().currentTestName ?? ''
  const given = process.env.FUZZ_SEED
  const kept = readSeeds(file)[name] ?? []
  const seeds = given ? [Number(given)] : [...kept, Math.floor(Math.random() * 2 ** 31)]
  for (const seed of seeds) {
    try {
      await work(seed)
    } catch (error) {
      if (!process.env.CI && !given) keepSeed(file, name, seed)
      throw new Error(`Failed with seed ${seed}. Run it again with FUZZ_SEED=${seed}.\n${toMessage(error)}`, {
        cause: error,
      })
    }
  }
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

const readSeeds = (file: string): Seeds => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

function keepSeed(file: string, name: string, seed: number) {
  const seeds = readSeeds(file)
  seeds[name] = [...new Set([...(seeds[name] ?? []), seed])]
  const sorted = Object.fromEntries(Object.entries(seeds).sort(([one], [other]) => (one < other ? -1 : 1)))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(`${file}.${process.pid}`, file) // atomic, for readers in other workers
}
