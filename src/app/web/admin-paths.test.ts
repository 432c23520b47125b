import { expect, test } from 'vitest'
import { adminPathPrefix } from '../../shared/web/api.ts'
import { allRoutes } from '../contract.ts'

test('an admin action reloads every reply that only administrators may read', () => {
  const paths = allRoutes
    .filter(
      ({ route }) => route.method === 'GET' && ['admin', 'custodian', 'site_admin'].includes(route.access ?? 'active'),
    )
    .map(({ route }) => route.path)
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !path.startsWith(adminPathPrefix))).toEqual([])
})
