import { expect, test } from 'vitest'
import { openTestApp } from '../testing/app.ts'

const { http } = await openTestApp()

test('the page of the API shows the document, also as the first request for it', async () => {
  const [json, yaml, own, page] = await Promise.all(
    ['/docs/json', '/docs/yaml', '/openapi.json', '/docs/'].map((url) => http.inject({ url })),
  )
  expect([json, yaml, own, page].map((reply) => reply?.statusCode)).toEqual([200, 200, 200, 200])
  expect(own?.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(json?.json()).toEqual(own?.json())
  expect(yaml?.body).toContain('/api/posts/feed:')
  expect(Object.keys(own?.json().paths)).toContain('/api/posts/feed')
  expect(page?.body).toContain('swagger-ui')
  const role = own?.json().paths['/admin/users/{id}/role'].put.responses
  expect(Object.keys(role).filter((status) => status < '300')).toEqual(['200', '202'])
})
