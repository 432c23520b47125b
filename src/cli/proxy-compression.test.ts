import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Without comments. */
const readConfiguration = (name: string) => readFileSync(`deploy/${name}`, 'utf8').replace(/^\s*#.*$/gm, '')

test('the shipped proxies compress no JSON', () => {
  const caddy = readConfiguration('Caddyfile')
  // Without a `match`, Caddy compresses JSON too.
  expect(caddy.match(/encode [^{]*\{\s*minimum_length 2048\s*match \{([^}]*)\}/)?.[1]?.trim()).toBe(
    'header Content-Type text/html*',
  )
  expect(caddy.match(/encode/g)).toHaveLength(1)
  const nginx = readConfiguration('nginx.conf')
  expect(nginx).toContain('gzip on;')
  expect(nginx, 'text/html is its default').not.toMatch(/gzip_types|brotli|zstd/)
  expect(readConfiguration('haproxy.cfg')).not.toMatch(/compression/)
})
