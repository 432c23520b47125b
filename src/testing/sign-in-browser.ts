import type { Me, Provider } from '../features/session/contract.ts'

type Step = { readonly status: number; readonly location: string | undefined; readonly text: string }

/** A browser that stores cookies by path and follows redirects only on request. */
export function openBrowser(origin: string) {
  const jar = new Map<string, { value: string; path: string }>()

  const visit = async (address: string, options: RequestInit = {}): Promise<Step> => {
    const url = new URL(address, origin)
    const cookies = [...jar].filter(([, { path }]) => url.pathname.startsWith(path))
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { ...options, redirect: 'manual', headers: { cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, { value, path: /path=([^;]*)/i.exec(line)?.[1] ?? '/' })
    }
    const location = reply.headers.get('location')
    return {
      status: reply.status,
      location: location ? new URL(location, url).href : undefined,
      text: await reply.text(),
    }
  }

  /** Follows redirects until one matches `stop` and returns its URL, or until a page is reached. */
  const follow = async (address: string, stop: RegExp, options?: RequestInit): Promise<string> => {
    for (let at = address, first = true; ; first = false) {
      const { location } = await visit(at, first ? options : undefined)
      if (!location) return at
      at = location.replace(origin, '')
      if (stop.test(at)) return at
    }
  }

  return {
    jar,
    visit,
    follow,
    /** Signs in with this email address and returns the final URL. */
    signIn: (email: string, provider: Provider = 'google') =>
      follow(`/auth/${provider}?login_hint=${encodeURIComponent(email)}`, /^\/(dashboard|login)/),
    /** Like signIn, but stops before the provider's response is returned to the server. */
    fetchAnswer: (email: string, provider: Provider = 'google') =>
      follow(`/auth/${provider}?login_hint=${encodeURIComponent(email)}`, /\/callback\?/),
    me: async () => {
      const { status, text } = await visit('/api/me')
      return { status, body: JSON.parse(text) as Me }
    },
  }
}
