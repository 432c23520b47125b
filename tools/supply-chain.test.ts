// Checks what SECURITY.md states about installed packages.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { canInstall } from './install.ts'

type Locked = { version: string; resolved?: string; integrity?: string; optional?: boolean; hasInstallScript?: boolean }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> }
const installed = Object.entries(packages).filter(([path]) => path !== '')

/** The lockfile has no hashes for optional packages of other platforms. */
const isForElsewhere = ({ optional }: Locked) => optional === true

test('every package in the lockfile has a hash', () => {
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, locked]) => !locked.integrity && !isForElsewhere(locked)).map(([path]) => path)).toEqual(
    [],
  )
})

test('no package runs an install script', () => {
  const withScripts = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(withScripts.filter((name) => allowScripts[name] !== false)).toEqual([])
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScripts)].sort())
})

const numbers = (version: string) => version.split('.').map(Number)
const isAtLeast = (version: string, min: string) => {
  const [is, wanted] = [numbers(version), numbers(min)]
  const at = wanted.findIndex((number, place) => number !== is[place])
  return at === -1 || (is[at] ?? 0) > (wanted[at] ?? 0)
}

test('parsers of untrusted input have at least the versions in SECURITY.md', () => {
  const rows = [...readFileSync('SECURITY.md', 'utf8').matchAll(/^\| `(.+?)`.*\| (\d+\.\d+\.\d+)/gm)]
  expect(rows.length).toBeGreaterThan(4)
  for (const [, name, min = ''] of rows)
    expect(isAtLeast(packages[`node_modules/${name}`]?.version ?? '0.0.0', min), `${name} ${min}`).toBe(true)
})

test('every npm ci and npm install in this repository ignores the scripts of packages', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const places = files.filter((file) =>
    /^(\.ci|\.github|deploy|docs|tools|package\.json|README|CONTRIBUTING|SECURITY)/.test(file),
  )
  const lines = places
    .filter((file) => /\.(mjs|ts|md|json|ya?ml)$|Dockerfile|\.ci\/run/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => ({ file, line })),
    )
  // Matches shell commands and arguments of spawn. A mention in prose ends with a backtick directly after the command.
  const commands = lines.filter(({ line }) => /npm (ci|install) |npm (ci|install)$|\['(ci|install)', '-/.test(line))
  const npm = commands.filter(
    ({ file, line }) => file !== 'docs/security.md' && !line.includes('apt-get') && !/^\/\/|^\s*\*/.test(line),
  )
  expect(npm.length).toBeGreaterThanOrEqual(4)
  expect(npm.filter(({ line }) => !line.includes('--ignore-scripts'))).toEqual([])
})

test('the tests install system packages only with consent', () => {
  const asked: string[] = []
  const terminal = (isInteractive: boolean, typed: string, CI?: string) => ({
    environment: { CI },
    isInteractive,
    ask: (question: string) => {
      asked.push(question)
      return typed
    },
  })
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const may = (...how: Parameters<typeof terminal>) => canInstall(['chromium'], terminal(...how))
  expect([may(false, '', '1'), may(true, '', 'true')]).toEqual([true, true])
  expect(asked).toEqual([])
  expect([may(false, 'y'), may(false, 'y', 'false'), may(false, 'y', '')]).toEqual([false, false, false])
  expect(asked).toEqual([])
  expect(said.mock.lastCall?.[0]).toContain('apt-get install --no-install-recommends chromium')
  said.mockRestore()
  expect([may(true, 'y\n'), may(true, 'yes\n'), may(true, '\n'), may(true, 'n\n'), may(true, '')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(asked).toHaveLength(5)
})

test('only install.ts installs system packages', () => {
  for (const file of globSync('tools/*.{ts,mjs}'))
    if (!/install\.ts$|\.test\.ts$/.test(file))
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/spawnSync\('apt-get'/)
})
