import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageModules } from './pages.ts'

test('server and client map the same URLs to the same pages', () => {
  const pages = readFileSync('src/app/web/pages.tsx', 'utf8')
  const known = new Set(Object.keys(pageModules))
  for (const [, written = ''] of pages.matchAll(/path: '(\/[^']*)'/g)) {
    const address = written.replace(/\/:\w+\?$/, '')
    if (address.startsWith('/dev/')) continue
    expect(known, written).toContain(address)
    if (address !== written) expect(known, written).toContain(written.replace('?', ''))
  }
  for (const [address, module] of Object.entries(pageModules)) {
    expect(existsSync(`src/${module}`), module).toBe(true)
    const specifier = module.startsWith('app/web/') ? module.replace('app/web', '.') : `../../${module}`
    expect(pages, address).toContain(`import('${specifier}')`)
  }
})
