import { spawnSync } from 'node:child_process'
import { installPackages } from './install.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const headlessShell = 'chromium-headless-shell'

/** Path of a Chromium for the browser tests: CHROMIUM_PATH, else an installed one, else, as root on Debian and with leave, a new one. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || installed(names) || (install() ? installed(names) : undefined)
}

/** Path of the smaller Chromium that only draws: CHROMIUM_HEADLESS_SHELL_PATH, else an installed one. Debian has it as a package. */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM_HEADLESS_SHELL_PATH || installed([headlessShell])
}

function installed(programs: readonly string[]): string | undefined {
  for (const name of programs) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return undefined
}

function install(): boolean {
  if (!installPackages(['chromium', 'fonts-liberation'])) return false
  if (!installPackages([headlessShell])) console.log(`Without ${headlessShell} the browser tests take longer.`)
  return true
}
