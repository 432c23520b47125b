// Rules between the files in deploy/ and the guide, which only a real machine would show.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the unit file lets a server write to the folders that the guide creates for it', () => {
  const [, allowed = ''] = /^ReadWritePaths=(.*)$/m.exec(readFileSync('deploy/quad@.service', 'utf8')) ?? []
  const created = [...readFileSync('docs/operations.md', 'utf8').matchAll(/`install -d -o quad [^`/]*(\/[^`,]+)`/g)]
  const folders = new Set(created.map(([, folder]) => `-${folder}`))
  expect(folders).toEqual(new Set(['-/srv/quad', '-/backups']))
  expect(allowed.split(' ')).toEqual(expect.arrayContaining([...folders]))
})

test('the lease of the primary is long enough for a watchdog', () => {
  const text = readFileSync('deploy/patroni.yaml', 'utf8')
  const seconds = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1])
  // Patroni's own condition: otherwise it logs "Watchdog not supported" and continues without one.
  expect(seconds('ttl') - seconds('safety_margin')).toBeGreaterThanOrEqual(seconds('loop_wait'))
})
