import { defineConfig } from '@playwright/test'
import { sharedRendererArguments } from './e2e/browser.ts'
import { findChromium, findHeadlessShell } from './tools/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // Bounds for a busy machine: what passes does not wait for them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  reporter: 'line',
  use: {
    // Shorter than the test, so that a failure names the step that did not end.
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: findHeadlessShell() ?? findChromium() ?? 'chromium',
      args: sharedRendererArguments,
    },
  },
  // A test runs on a desktop, unless its tag says that a phone differs in layout or gestures: @phone or @both.
  projects: [
    {
      name: 'desk',
      grepInvert: /@phone/,
      // Motion costs a fifth of the time. It is seen on the phone, where gestures depend on it.
      use: { viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
})
