import type { Section } from './report.ts'
import { makePeople, openServer, type Person, percentile } from './server.ts'

const sizes = [10, 1000] as const
/** Below the rate limit of posts per user and minute. */
const posts = 25

/**
 * Announcements in a group of ten and in one of a thousand, alternately: the author must not wait for the
 * notifications.
 */
export async function measureTelling(): Promise<Section[]> {
  const server = await openServer()
  try {
    const people = await makePeople(server.db, Math.max(...sizes))
    const [admin] = people as [Person]
    const groups: string[] = []
    for (const size of sizes) groups.push(await makeGroup(people.slice(0, size)))
    const times = sizes.map(() => [] as number[])
    for (let round = -5; round < posts; round++)
      for (const [at, id] of groups.entries()) {
        const began = performance.now()
        await ask(admin, `/api/groups/${id}/posts`, { content: `Announcement ${round}`, type: 'announcement' })
        if (round >= 0) times[at]?.push(performance.now() - began)
      }
    const fine = (value: number) => value.toFixed(1)
    return [
      {
        title: 'An announcement',
        words: `${posts} in a group of each size, alternately; milliseconds until the request is answered.`,
        head: ['members', 'p50', 'p99'],
        rows: sizes.map((size, at) => [
          size.toLocaleString('en'),
          ...[50, 99].map((percent) => fine(percentile(times[at] ?? [], percent))),
        ]),
      },
    ]
  } finally {
    await server.close()
  }

  async function ask({ cookie }: Person, path: string, body: object) {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(server.address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

  async function makeGroup([admin, ...others]: readonly Person[]): Promise<string> {
    const group = {
      name: `Circle of ${others.length + 1}`,
      description: 'We meet.',
      category: 'social',
      type: 'public',
    }
    const made = await ask(admin as Person, '/api/groups', group)
    const id: string = made.data.id
    for (let at = 0; at < others.length; at += 20)
      await Promise.all(others.slice(at, at + 20).map((one) => ask(one, `/api/groups/${id}/join`, {})))
    return id
  }
}
