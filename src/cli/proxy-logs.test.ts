import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examineProxyLogs } from './proxy-logs.ts'

const nginx = readFileSync('deploy/nginx.conf', 'utf8')
const path = '/etc/nginx/conf.d/quad.conf'
const findingsIn = (text: string, more: { path: string; text: string }[] = []) =>
  examineProxyLogs([{ path, text }, ...more]).findings

test('the shipped proxy configurations log neither client addresses nor paths', () => {
  expect(examineProxyLogs([{ path, text: nginx }])).toEqual({ files: [path], findings: [] })
  expect(nginx.match(/^\terror_log \S+ crit;$/gm), 'error log lines contain client addresses too').toHaveLength(2)
  const caddy = { path: '/etc/caddy/Caddyfile', text: readFileSync('deploy/Caddyfile', 'utf8') }
  expect(examineProxyLogs([caddy])).toEqual({ files: [caddy.path], findings: [] })
  const haproxy = readFileSync('deploy/haproxy.cfg', 'utf8')
  expect(haproxy).toContain('option httpchk GET /readyz')
  expect(examineProxyLogs([{ path: '/etc/haproxy/haproxy.cfg', text: haproxy }]).findings).toEqual([])
})

test('finds an nginx that logs addresses or paths, explicitly or by default', () => {
  const unsaid = nginx.replace('\taccess_log off;\n', '')
  expect(findingsIn(unsaid)).toEqual([`${path} has a server without access_log off.`])
  expect(findingsIn(nginx.replaceAll('\taccess_log off;', '\t# access_log off;'))).toHaveLength(1)
  const named = (log: string) => nginx.replaceAll('access_log off;', `access_log /var/log/nginx/quad.log${log};`)
  expect(findingsIn(named(''))).toHaveLength(2)
  expect(findingsIn(named(' combined'))).toHaveLength(2)
  const format = (text: string) => [{ path: '/etc/nginx/nginx.conf', text: `http { log_format brief '${text}'; }` }]
  expect(findingsIn(named(' brief'), format('$time_local $request'))).toHaveLength(2)
  expect(findingsIn(named(' brief'), format('$status $request_time'))).toEqual([])
})

test('finds an HAProxy and a Caddy that log addresses, and ignores other sites', () => {
  const haproxy = (log: string) => ({
    path: '/etc/haproxy/haproxy.cfg',
    text: `global\n  log /dev/log local0\ndefaults\n${log}\nbackend quad\n`,
  })
  const count = (log: string) => examineProxyLogs([haproxy(log)]).findings.length
  expect(count('  mode http')).toBe(0)
  expect(count('  log global')).toBe(1)
  expect(count('  log global\n  option httplog')).toBe(1)
  expect(count('  log global\n  log-format "%ci %ST"')).toBe(1)
  expect(count('  log global\n  log-format "%[capture.req.uri,path] %ST"')).toBe(1)
  expect(count('  log global\n  log-format "%ST %Tt"')).toBe(0)
  const caddy = (text: string) => examineProxyLogs([{ path: '/etc/caddy/Caddyfile', text }])
  expect(caddy('quad.example.edu {\n\tlog {\n\t}\n}').findings).toHaveLength(1)
  expect(caddy('blog.example.edu {\n\tlog\n}')).toEqual({ files: [], findings: [] })
})
