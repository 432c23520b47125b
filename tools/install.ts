// Installs Debian packages for the tests, with consent: as root this changes the machine for other programs too.
import { spawnSync } from 'node:child_process'
import { readSync } from 'node:fs'

type Terminal = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isInteractive: boolean
  /** Asks a question and returns the typed answer. */
  ask(question: string): string
}

const own: Terminal = {
  environment: process.env,
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  ask(question) {
    process.stdout.write(question)
    const typed = Buffer.alloc(100)
    return typed.toString('utf8', 0, readSync(0, typed))
  },
}

/** The command that installs these packages. */
export const installCommand = (packages: readonly string[]) =>
  `apt-get install --no-install-recommends ${packages.join(' ')}`

/** True when packages may be installed: in CI without a question, at a terminal after a yes, otherwise never. */
export function canInstall(packages: readonly string[], terminal: Terminal = own): boolean {
  const { environment, isInteractive, ask } = terminal
  if (environment.CI && environment.CI !== 'false' && environment.CI !== '0') return true
  if (!isInteractive) {
    console.log(
      `Not installed without consent: ${packages.join(', ')}. Run as root: ${installCommand(packages)}, or set CI=1.`,
    )
    return false
  }
  return /^y(es)?$/i.test(
    ask(`The tests need ${packages.join(', ')}. Run ${installCommand(packages)} as root? [y/N] `).trim(),
  )
}

/** As root on Debian and with consent, installs packages without starting their services. */
export function installPackages(packages: readonly string[], terminal: Terminal = own): boolean {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return false
  if (!canInstall(packages, terminal)) return false
  console.log(`Installing ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update', '-qq')
  return apt('install', '-y', '-qq', '--no-install-recommends', ...packages).status === 0
}
