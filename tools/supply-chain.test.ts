// Holds SECURITY.md to what it says about installed packages.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = { version: string; resolved?: string; integrity?: string; optional?: boolean; hasInstallScript?: boolean }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> }
const installed = Object.entries(packages).filter(([path]) => path !== '')

/** The registry that made the lockfile told no hashes of packages for other platforms than its own. */
const isForElsewhere = ({ optional }: Locked) => optional === true

test('every package is locked with its hash', () => {
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, one]) => !one.integrity && !isForElsewhere(one)).map(([path]) => path)).toEqual([])
})

test('no package runs a script of its own while it is installed', () => {
  const withScripts = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(withScripts.filter((name) => allowScripts[name] !== false)).toEqual([])
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScripts)].sort())
})

const numbers = (version: string) => version.split('.').map(Number)
const isAtLeast = (version: string, least: string) => {
  const [is, wanted] = [numbers(version), numbers(least)]
  const at = wanted.findIndex((number, place) => number !== is[place])
  return at === -1 || (is[at] ?? 0) > (wanted[at] ?? 0)
}

test('what reads what strangers send is no older than SECURITY.md says', () => {
  const rows = [...readFileSync('SECURITY.md', 'utf8').matchAll(/^\| `(.+?)`.*\| (\d+\.\d+\.\d+)/gm)]
  expect(rows.length).toBeGreaterThan(4)
  for (const [, name, least = ''] of rows)
    expect(isAtLeast(packages[`node_modules/${name}`]?.version ?? '0.0.0', least), `${name} ${least}`).toBe(true)
})
