import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/chromium.ts'

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 40_000,
  expect: { timeout: 10_000 },
  retries: process.env.CI ? 2 : 0, // a machine of CI may be busy; what passes only later is still told as flaky
  reporter: 'line',
  use: {
    baseURL: process.env.E2E_URL ?? '',
    serviceWorkers: 'block', // a journey about it lets it in
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: findChromium() ?? 'chromium', args: quiet },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
    { name: 'desk', use: { viewport: { width: 1280, height: 900 } } },
  ],
})
