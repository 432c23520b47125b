import { spawnSync } from 'node:child_process'
import { installPackages } from './install.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const headlessShell = 'chromium-headless-shell'

/**
 * Path of a Chromium for the browser tests: CHROMIUM_PATH, an installed one, or, as root on Debian and with consent, a
 * new one.
 */
export function findChromium(): string | undefined {
  return (
    process.env.CHROMIUM_PATH ||
    installed(names) ||
    (installPackages(['chromium', 'fonts-liberation']) ? installed(names) : undefined)
  )
}

/**
 * Path of the smaller headless Chromium: CHROMIUM_HEADLESS_SHELL_PATH or an installed one; with `install`, as root on
 * Debian and with consent, else a new one.
 */
export function findHeadlessShell({ install = false } = {}): string | undefined {
  const found = process.env.CHROMIUM_HEADLESS_SHELL_PATH || installed([headlessShell])
  return found || (install && installPackages([headlessShell]) ? installed([headlessShell]) : undefined)
}

function installed(programs: readonly string[]): string | undefined {
  for (const name of programs) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return undefined
}
