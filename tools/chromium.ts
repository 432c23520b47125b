import { spawnSync } from 'node:child_process'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Path of a Chromium for the browser tests: CHROMIUM_PATH, else an installed one, else, as root on Debian, a new one. */
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

function install(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return false
  console.log('Installing Chromium for the browser tests …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0
  )
}
