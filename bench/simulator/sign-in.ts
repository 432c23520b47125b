import type { CampusSite } from './campus-site.ts'

/**
 * Signs a new student in through the demo's identity provider, following its redirects. The provider runs in the server, so this costs
 * more than with one elsewhere.
 */
export async function signIn({ server, schoolId }: Pick<CampusSite, 'server' | 'schoolId'>, at: number): Promise<void> {
  const cookies = new Map<string, string>()
  const hint = encodeURIComponent(`newcomer${at}@${schoolId}.example`)
  let url = new URL(`/auth/google?login_hint=${hint}`, server.address.replace('127.0.0.1', 'localhost'))
  for (let redirects = 0; redirects < 12; redirects++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} })
    await answer.arrayBuffer()
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (!next) break
    url = new URL(next, url)
    if (cookies.has('quad') && url.pathname !== '/login') return
  }
  throw new Error(`The sign-in ended at ${url.pathname}${url.search}.`)
}
