import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files of `faults` and `server`. They start first, so that no worker is left alone with one of them at the end. */
const longFiles = [
  'faults/faults.test.ts',
  'src/cli/recover.test.ts',
  'faults/upgrade.test.ts',
  'src/cli/media-copies.test.ts',
  'tests/thief/thief.test.ts',
  'src/app/alerts.test.ts',
  'tests/guarded-writes.test.ts',
  'tests/isolation.test.ts',
  'src/features/groups/server/access.test.ts',
  'src/features/media/server/uploads.test.ts',
  'demo/picture-rows.test.ts',
  'tests/permissions.test.ts',
  'tests/fuzz.test.ts',
]

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longFiles.findIndex((file) => moduleId.endsWith(file))
      return index < 0 ? longFiles.length : index
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Bounds for a busy machine: what passes does not wait for them. `expect.poll` has one second by default. */
const bounds = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

const server = {
  ...bounds,
  globalSetup: ['src/testing/cluster.ts'],
  setupFiles: ['src/testing/setup.ts'],
  isolate: false, // each file has its own database; loading the server again for each file took longer than testing it
}
/** Tests that start or kill whole servers, or a PostgreSQL of their own. They run alone, so that they slow no journey. */
const faults = [
  'faults/**/*.test.ts',
  'tests/key-process.test.ts',
  'tests/log.test.ts',
  'tests/replica.test.ts',
  'tests/start.test.ts',
  'tests/traced-server.test.ts',
  'src/cli/backup.test.ts',
  'src/cli/media-copies.test.ts',
  'src/cli/recover.test.ts',
  'src/cli/pgbackrest.test.ts',
  'src/shared/server/embedded-postgres/cluster.test.ts',
]

const webTests = globSync('src/**/web/**/*.test.{ts,tsx}')
/** A mock is not seen by modules that another file of the same worker has loaded before. */
const mockingWebTests = webTests.filter((file) => /vi\.((do)?mock|resetModules)\(/i.test(readFileSync(file, 'utf8')))

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/*.test.{ts,tsx}', 'src/**/*.gen.ts', 'src/testing/**'],
      reporter: ['text'],
    },
    maxWorkers: 2, // the default is one less than the cores: a single worker on two cores
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          env: { CHECK_LEAKS: '1' }, // not for faults, which kill servers that are connected
          include: ['{src,tests,demo,tools,bench}/**/*.test.ts'],
          exclude: ['src/**/web/**', ...faults],
        },
      },
      {
        test: {
          ...bounds,
          name: 'web',
          setupFiles: ['src/testing/web/bounds.ts', 'src/testing/web/setup.ts'],
          include: ['src/**/web/**/*.test.{ts,tsx}'],
          exclude: mockingWebTests,
          environment: 'happy-dom',
          isolate: false,
        },
      },
      {
        test: {
          ...bounds,
          name: 'web-mocks',
          setupFiles: ['src/testing/web/bounds.ts'],
          include: mockingWebTests,
          environment: 'happy-dom',
        },
      },
      { test: { ...server, name: 'faults', include: faults } },
    ],
  },
})
