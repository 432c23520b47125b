import { expect, test } from 'vitest'
import { pageModules } from '../src/app/pages.ts'
import { states } from './tour-states.ts'

/** Addresses that the tour does not open, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  '/': 'Redirects to /dashboard.',
  '/register': 'The page of /login.',
  '/auth': 'The page of /login.',
}

test('the tour visits every page', () => {
  const visited = Object.values(states)
    .flat()
    .map(({ path }) => path.replace(/[?#].*/, ''))
  const missing = Object.keys(pageModules).filter((address) => {
    const pattern = new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}$`)
    return !visited.some((path) => pattern.test(path))
  })
  expect(missing, 'add a state of the page to tools/tour-states.ts').toEqual(Object.keys(elsewhere))
})
