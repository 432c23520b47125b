import { defineConfig } from 'vitest/config'

const server = {
  globalSetup: ['src/testing/cluster.ts'],
  setupFiles: ['src/testing/setup.ts'],
  isolate: false, // each file has its own database; loading the server again for each file took longer than testing it
  testTimeout: 20_000,
  hookTimeout: 30_000,
}
/** Tests that start or kill whole servers, or a PostgreSQL of their own: mostly waiting, so they run beside other suites. */
const faults = [
  'faults/**/*.test.ts',
  'src/app/start.test.ts',
  'src/app/backup.test.ts',
  'src/shared/server/embedded/cluster.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2, // the default is one less than the cores: a single worker on two cores
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['src/**/web/**', ...faults],
        },
      },
      { test: { name: 'web', include: ['src/**/web/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      { test: { ...server, name: 'faults', include: faults, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
})
