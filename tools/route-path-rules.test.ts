import { expect, test } from 'vitest'
import { findUnknownPaths } from './route-path-rules.ts'

const known = ['/api/posts', '/api/posts/:id/like', '/api/me']
const find = (source: string) => findUnknownPaths(source, known).map(({ path }) => path)

test('accepts paths of routes, with placeholders and patterns', () => {
  const source = `
    api.post('/api/posts')
    api.post(\`/api/posts/\${post.id}/like\`)
    page.route('**/api/posts?*', (route) => route.abort())
    page.route('**/api/me*', (route) => route.abort())
    page.route("**/api/posts/*/like", (route) => route.abort())
    send('/api/nothing-here')`
  expect(find(source)).toEqual([])
})

test('names paths that no route has, with their lines', () => {
  expect(findUnknownPaths("one\napi.post('/api/post')", known)).toEqual([{ line: 2, path: '/api/post' }])
  expect(find(`api.post('/api/posts/\${id}/likes')`)).toHaveLength(1)
  expect(find("page.route('**/api/posts/*', fail)")).toHaveLength(1)
})
