// Checks whether a proxy on this machine logs client addresses or request paths.
import { globSync, readFileSync } from 'node:fs'

export type ProxyFile = { readonly path: string; readonly text: string }

const places = [
  '/etc/nginx/nginx.conf',
  '/etc/nginx/conf.d/*.conf',
  '/etc/nginx/sites-enabled/*',
  '/etc/haproxy/haproxy.cfg',
  '/etc/caddy/Caddyfile',
]

/** The proxy configuration files of this machine that this account can read. */
export function readProxyFiles(): ProxyFile[] {
  return globSync(places).flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      return []
    }
  })
}

/** True for the configuration of a proxy in front of Quad: it names our upstream or requests /readyz. */
const isOurs = ({ text }: ProxyFile) => /\bquad\b|\/readyz/i.test(text)

/** Variables of log formats that hold a client's address or the path of a request. */
const personal = {
  nginx:
    /\$(remote_addr|binary_remote_addr|http_x_forwarded_for|proxy_add_x_forwarded_for|realip_remote_addr|request|request_uri|uri|args|query_string|http_referer)\b/,
  haproxy: /%(ci|r|hr|HP|HPO|HU|HQ)\b|%\[[^\]]*\b(src|path|url|pathq|query)\b/,
}

/** Returns the checked files, and what they log although they must not. */
export function examineProxyLogs(all: readonly ProxyFile[]): { files: string[]; findings: string[] } {
  const files = all.filter(isOurs)
  const nginx = all.filter(({ path }) => path.includes('nginx'))
  const formats = new Map(
    nginx.flatMap(({ text }) =>
      [...bare(text).matchAll(/log_format\s+(\S+)\s+([^;]+);/g)].map(
        ([, name = '', format = '']) => [name, format] as const,
      ),
    ),
  )
  const findings = files.flatMap((file) => {
    const text = bare(file.text)
    if (file.path.includes('nginx')) return inNginx(text, formats).map((what) => `${file.path} ${what}.`)
    if (file.path.includes('haproxy')) return inHaproxy(text).map((what) => `${file.path} ${what}.`)
    return /^\s*log(\s|\{|$)/m.test(text) ? [`${file.path} has an access log.`] : []
  })
  return { files: files.map(({ path }) => path), findings }
}

const bare = (text: string) => text.replace(/#.*$/gm, '')

/** A server block without access_log logs address and path: nginx's default. */
function inNginx(text: string, formats: ReadonlyMap<string, string>): string[] {
  const logs = [...text.matchAll(/^\s*access_log\s+([^;]+);/gm)].map(([, value = '']) => value.trim())
  const servers = text.match(/^\s*server\s*\{/gm)?.length ?? 0
  const silent = logs.filter((log) => log === 'off').length
  const named = logs.filter((log) => log !== 'off')
  const bad = named.filter((log) => personal.nginx.test(formats.get(log.split(/\s+/)[1] ?? '') ?? '$remote_addr'))
  return [
    ...bad.map((log) => `logs addresses or paths to ${log.split(/\s+/)[0]}`),
    ...(servers > silent + named.length ? ['has a server without access_log off'] : []),
  ]
}

/** Without a log-format, every HAProxy log line begins with the client's address. */
function inHaproxy(text: string): string[] {
  const [, ...sections] = text.split(/^(?=(?:global|defaults|frontend|backend|listen)\b)/m)
  const logging = sections.filter((section) => !section.startsWith('global') && /^\s+log\s+\S/m.test(section))
  if (logging.length === 0) return []
  const formats = [...text.matchAll(/^\s+log-format\s+(.+)$/gm)].map(([, format = '']) => format)
  return formats.length > 0 && !formats.some((format) => personal.haproxy.test(format))
    ? []
    : ['logs addresses of clients']
}
