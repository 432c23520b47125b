import { spawnSync } from 'node:child_process'
import { installPackages } from './install.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Path of a Chromium for the browser tests: CHROMIUM_PATH, else an installed one, else, as root on Debian and with leave, a new one. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || installed() || (install() ? installed() : undefined)
}

function installed(): string | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return undefined
}

const install = () => installPackages(['chromium', 'fonts-liberation'])
