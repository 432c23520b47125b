import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

type Options = { readonly timeout?: number }

/**
 * Returns a `test` that needs programs outside of npm. Without them it is skipped, with the reason in its title, or
 * fails in CI.
 */
export function testWith(...programs: readonly string[]) {
  const missing = programs.filter((program) => !isInstalled(program))
  const reason = `${missing.join(' and ')} not installed`
  return (title: string, options: Options, work: () => Promise<unknown>): void => {
    if (missing.length === 0) test(title, options, async () => void (await work()))
    else if (process.env.CI)
      test(title, () => {
        throw new Error(`${reason}: CI runs every test`)
      })
    else test.skip(`${title} (skipped: ${reason})`, () => {})
  }
}

/** True when a program is in PATH, or where Debian installs it outside of PATH. */
export function isInstalled(program: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', ...globSync('/usr/lib/postgresql/*/bin')]
  return folders.some((folder) => existsSync(join(folder, program)))
}
