import { expect, test } from 'vitest'
import { foldersOfRelatedTests } from './related-tests.ts'

test('a changed file of a feature selects the tests of the whole feature, once', () => {
  const changed = ['src/features/posts/server/queries.ts', 'src/features/posts/web/PostCard.tsx']
  expect(foldersOfRelatedTests(changed)).toEqual(['src/features/posts/'])
})

test('other changed code selects the tests of its own folder', () => {
  const changed = ['src/shared/server/http/serve.ts', 'src/app/jobs.ts', 'tools/boundaries.ts']
  expect(foldersOfRelatedTests(changed)).toEqual(['src/app/', 'src/shared/server/http/', 'tools/'])
})

test('journeys and documents select no tests', () => {
  expect(foldersOfRelatedTests(['e2e/feed.spec.ts', 'docs/testing.md', 'package.json'])).toEqual([])
})
