import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    retry: process.env.CI ? 1 : 0, // as with the journeys: what passes only then is told as flaky
    projects: [
      {
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'faults/**/*.test.ts'],
          exclude: ['src/**/web/**'],
          globalSetup: ['src/app/testing-cluster.ts'],
          setupFiles: ['src/app/testing-setup.ts'],
          isolate: false, // each file has a database of its own; reading the server anew for each took longer than testing it
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'web', include: ['src/**/web/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
    ],
  },
})
