import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import { campusAdmins, campusWords } from './campus/areas.ts'
import { signInPeople } from './campus/fill.ts'
import type { Picture } from './campus/pictures.ts'
import type { Person } from './server.ts'

/** One request, ready to be sent. */
export type Shot = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly person: Person
  readonly body?: string
}

export type Call = {
  readonly name: string
  /**
   * Frequent reads, admin reads and writes have ratio budgets; searches, deep pages and analytics have one in
   * milliseconds. See budgets.ts.
   */
  readonly kind: 'read' | 'write' | 'admin' | 'deep' | 'empty'
  /** Request number `at`, each by another user. */
  readonly shot: (at: number) => Shot
  /** Leaves pending items, which make all reads slower for minutes: measured after all other calls. */
  readonly isLast?: true
  /** The file in the reply, for the direct comparison. */
  readonly file?: (at: number) => string
}

/** Number of signed-in users: enough that no user exceeds the rate limit. */
const askers = 1000

/** All measured calls, for users of one school; reads of pictures if there are any. */
export async function buildCalls(db: Db, schoolId: string, pictures: readonly Picture[] = []): Promise<Call[]> {
  const people = await signInPeople(db, schoolId, askers)
  const admins = people.slice(0, campusAdmins)
  const latest = (table: 'posts' | 'professors', discussed = false) =>
    db
      .selectFrom(table)
      .where('school_id', '=', schoolId)
      .$if(table === 'posts', (query) => query.where(sql<boolean>`group_id is null`))
      .$if(discussed, (query) => query.where(sql<boolean>`comment_count > 0`))
      .orderBy('created_at', 'desc')
      .limit(500)
      .select('id')
      .execute()
  const [posts, discussed, professors] = [
    await latest('posts'),
    await latest('posts', true),
    await latest('professors'),
  ]
  const events = await comingEvents(db, schoolId)
  const answers = await someAnswers(db, schoolId)
  const talks = await findConversations(db, people)
  const talkers = people.filter(({ id }) => talks.has(id))

  const one = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
  /** A user who does not own the item: owners cannot attend or vote on their own items. */
  const by = (at: number, owner: string) => {
    const person = one(people, at)
    return { person: person.id === owner ? one(people, at + 1) : person }
  }
  const get =
    (path: string | ((at: number) => string)) =>
    (at: number): Shot => ({
      method: 'GET',
      path: typeof path === 'string' ? path : path(at),
      person: one(people, at),
    })
  const ofAdmin =
    (path: string) =>
    (at: number): Shot => ({ method: 'GET', path, person: one(admins, at) })
  const post =
    (path: (at: number) => string, body: (at: number) => object = () => ({})) =>
    (at: number): Shot => ({
      method: 'POST',
      path: path(at),
      person: one(people, at),
      body: JSON.stringify(body(at)),
    })
  const talk = (at: number) => talks.get(one(talkers, at).id) ?? ''

  const readPicture: Call = {
    name: 'picture of a post',
    kind: 'read',
    shot: get((at) => one(pictures, at).url),
    file: (at) => one(pictures, at).path,
  }

  return [
    { name: 'nothing but a session', kind: 'empty', shot: get('/api/posts/none') },
    { name: 'feed', kind: 'read', shot: get('/api/posts/feed?limit=20') },
    {
      name: 'a post with 20 comments',
      kind: 'read',
      shot: get((at) => `/api/posts/${one(discussed, at).id}/comments?limit=20`),
    },
    {
      name: 'conversations',
      kind: 'read',
      shot: (at) => ({ ...get('/api/conversations?limit=50')(at), person: one(talkers, at) }),
    },
    {
      name: 'page of messages',
      kind: 'read',
      shot: (at) => ({ ...get(`/api/conversations/${talk(at)}/messages`)(at), person: one(talkers, at) }),
    },
    { name: 'events', kind: 'read', shot: get('/api/events') },
    { name: 'listings', kind: 'read', shot: get('/api/marketplace') },
    { name: 'questions', kind: 'read', shot: get('/api/assignments') },
    { name: 'confessions', kind: 'read', shot: get('/api/confessions') },
    { name: 'professors', kind: 'read', shot: get('/api/professors') },
    {
      name: 'ratings of a professor',
      kind: 'read',
      shot: get((at) => `/api/professors/${one(professors, at).id}/ratings`),
    },
    { name: 'groups', kind: 'read', shot: get('/api/groups') },
    { name: 'notifications', kind: 'read', shot: get('/api/notifications') },
    { name: 'the bell', kind: 'read', shot: get('/api/notifications/count') },
    { name: 'the badge', kind: 'read', shot: get('/api/conversations?unread=true&limit=1') },
    ...(pictures.length > 0 ? [readPicture] : []),
    { name: 'reports', kind: 'admin', shot: ofAdmin('/admin/reports') },
    { name: 'content', kind: 'admin', shot: ofAdmin('/admin/content') },
    { name: 'users', kind: 'admin', shot: ofAdmin('/admin/users') },
    { name: 'overview', kind: 'admin', shot: ofAdmin('/admin/stats') },
    { name: 'feed, page 60', kind: 'deep', shot: get('/api/posts/feed?limit=20&page=60') },
    { name: 'feed, searched', kind: 'deep', shot: get((at) => `/api/posts/feed?search=lamp%20${100 + (at % 900)}`) },
    {
      name: 'search',
      kind: 'deep',
      shot: get((at) => `/api/search?q=${one(['harmonic', 'quartet', 'lamp%2042', 'boathuose'], at)}`),
    },
    { name: 'directory, searched', kind: 'deep', shot: get((at) => `/api/users/search?q=student%20${at % 1000}`) },
    { name: 'similar questions', kind: 'deep', shot: get('/api/assignments/similar?title=Question%20on%20tides') },
    { name: 'analytics of a week', kind: 'deep', shot: ofAdmin('/admin/analytics') },

    {
      name: 'write a post',
      kind: 'write',
      shot: post(
        () => '/api/posts',
        (at) => ({
          content: `Bench post ${at}${at % 20 === 0 ? `: a lamp ${at} and a ${one(campusWords, at / 20)}` : ''}`,
        }),
      ),
    },
    {
      name: 'write a confession',
      kind: 'write',
      isLast: true,
      shot: post(
        () => '/api/confessions',
        (at) => ({ content: `Bench confession ${at}` }),
      ),
    },
    {
      name: 'write a comment',
      kind: 'write',
      shot: post(
        () => '/api/comments',
        (at) => ({ post_id: one(posts, at).id, content: `Bench comment ${at}` }),
      ),
    },
    {
      name: 'like on and off',
      kind: 'write',
      shot: (at) => {
        const pair = Math.floor(at / 2)
        const path = `/api/posts/${one(posts, pair * 7).id}/like`
        return { method: at % 2 === 0 ? 'POST' : 'DELETE', path, person: one(people, pair) }
      },
    },
    {
      name: 'send a message',
      kind: 'write',
      shot: (at) => ({
        ...post(
          () => `/api/conversations/${talk(at)}/messages`,
          () => ({ content: `Bench ${randomUUID()}` }),
        )(at),
        person: one(talkers, at),
      }),
    },
    {
      name: 'RSVP on and off',
      kind: 'write',
      shot: (at) => {
        const pair = Math.floor(at / 2)
        const event = one(events, pair * 3)
        const body = { status: at % 2 === 0 ? 'attending' : 'not_attending' }
        return {
          ...by(pair, event.owner),
          method: 'POST',
          path: `/api/events/${event.id}/rsvp`,
          body: JSON.stringify(body),
        }
      },
    },
    {
      name: 'vote on an answer',
      kind: 'write',
      shot: (at) => {
        const answer = one(answers, at)
        const body = JSON.stringify({ is_helpful: at % 3 > 0 })
        return { ...by(at, answer.owner), method: 'POST', path: `/api/answers/${answer.id}/helpful`, body }
      },
    },
  ]
}

type Owned = { readonly id: string; readonly owner: string }

const comingEvents = (db: Db, schoolId: string): Promise<Owned[]> =>
  db
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('start_date', '>', sql<Date>`now() + interval '1 hour'`)
    .limit(300)
    .select(['id', 'organizer_id as owner'])
    .execute()

const someAnswers = (db: Db, schoolId: string): Promise<Owned[]> =>
  db
    .selectFrom('assignment_answers')
    .where('school_id', '=', schoolId)
    .limit(500)
    .select(['id', 'author_id as owner'])
    .execute()

/** One conversation of each of these users who has any. */
async function findConversations(db: Db, people: readonly Person[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('participants')
    .where('school_id', '=', people[0]?.schoolId ?? '')
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .select(['user_id', 'conversation_id'])
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.conversation_id]))
}
