import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageModules } from './pages.ts'
import { pageTitle } from './web/titles.ts'

test('server and client map the same URLs to the same pages', () => {
  const pages = readFileSync('src/app/web/pages.tsx', 'utf8')
  const known = new Set(Object.keys(pageModules))
  for (const [, written = ''] of pages.matchAll(/(?:path:|page\() ?'(\/[^']*)'/g)) {
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

/** Pages that show only the name of the product, and why. */
const untitled: Readonly<Record<string, string>> = {
  '/': 'Redirects to the feed.',
  '/login': 'Signed out.',
  '/register': 'Signed out.',
  '/auth': 'Signed out.',
  '/blocked': 'Instead of the app.',
}

test('every page has a title', () => {
  const missing = Object.keys(pageModules).filter((address) => !pageTitle(address))
  expect(missing, 'add the page to src/app/web/titles.ts').toEqual(Object.keys(untitled))
})
