import type { Insertable } from 'kysely'
import type { Anonymity } from '../src/shared/server/crypto/anonymity.ts'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import {
  eastonThreads,
  genericComments,
  northfieldThreads,
  type Thread,
  type ThreadComment,
  threadsOfNamedUsers,
} from './fixtures.ts'
import { type Dice, idAt } from './seeded-random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const span = 60 * day
/** Rows per statement; PostgreSQL accepts 65,535 parameters. */
const batch = 2000

type Rows = {
  posts: Insertable<DB['posts']>[]
  comments: Insertable<DB['comments']>[]
  post_likes: Insertable<DB['post_likes']>[]
  comment_likes: Insertable<DB['comment_likes']>[]
}
type Scene = {
  readonly anonymity: Anonymity
  readonly students: readonly Student[]
  readonly dice: Dice
  readonly now: number
  readonly rows: Rows
}

/** Inserts two months of posts, comments and likes of one school. */
export async function writeFeed(
  db: Db,
  anonymity: Anonymity,
  everybody: readonly Student[],
  dice: Dice,
  now: number,
): Promise<void> {
  const students = everybody.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const rows: Rows = { posts: [], comments: [], post_likes: [], comment_likes: [] }
  const scene = { anonymity, students, dice, now, rows }

  const threads = everybody[0]?.email.endsWith('@northfield.example') ? northfieldThreads : eastonThreads
  for (const thread of threads) await stage(scene, thread, dice.pick(students), somewhen(dice, now))
  for (const [name, own] of Object.entries(threadsOfNamedUsers)) {
    const author = everybody.find(({ email }) => email.startsWith(`${name}@`))
    if (!author) continue
    for (const [at, thread] of own.entries()) {
      const recently = now - (at * 9 + 0.4 + dice.roll() * 6) * hour - at * at * day
      await stage(scene, thread, author, recently)
    }
  }
  for (const table of ['posts', 'comments', 'post_likes', 'comment_likes'] as const) {
    for (let at = 0; at < rows[table].length; at += batch) {
      await db
        .insertInto(table)
        .values(rows[table].slice(at, at + batch) as never)
        .execute()
    }
  }
}

/**
 * A time in the last two months, more often recent than old, and more often in the evening than in the early morning.
 */
function somewhen(dice: Dice, now: number): number {
  const at = new Date(now - dice.roll() ** 1.3 * span)
  at.setUTCHours(
    8 + Math.floor(Math.sqrt(dice.roll()) * 16),
    Math.floor(dice.roll() * 60),
    Math.floor(dice.roll() * 60),
  )
  return at.getTime() < now - hour ? at.getTime() : at.getTime() - day
}

async function stage(scene: Scene, thread: Thread, author: Student, at: number) {
  const { dice, students, rows } = scene
  const post = await signed(scene, 'post', author, at, thread.anonymous === true, thread.text)
  const likers = dice.some(students, Math.floor(dice.roll() ** 2 * students.length * 0.8))
  const before = rows.comments.length
  const said =
    thread.comments.length > 0
      ? thread.comments
      : dice.some(genericComments, Math.floor(dice.roll() * 3)).map((text): ThreadComment => ({ text }))

  let last = at
  for (const remark of said) {
    last = later(scene, last)
    const speaker = remark.byAuthor ? author : another(scene, author)
    const comment = await comments(
      scene,
      post,
      speaker,
      last,
      remark.text,
      remark.byAuthor === true && thread.anonymous === true,
    )
    for (const text of remark.replies ?? []) {
      last = later(scene, last)
      await comments(scene, post, another(scene, speaker, author), last, text, false, comment)
    }
  }
  rows.posts.push({
    ...post,
    content: thread.text,
    like_count: likers.length,
    comment_count: rows.comments.length - before,
  })
  for (const liker of likers)
    rows.post_likes.push({
      school_id: author.schoolId,
      post_id: post.id,
      user_id: liker.id,
      created_at: new Date(later(scene, at)),
    })
}

async function comments(
  scene: Scene,
  post: { id: string },
  speaker: Student,
  at: number,
  content: string,
  anonymous: boolean,
  parent?: string,
) {
  const { dice, students, rows } = scene
  const comment = await signed(scene, 'comment', speaker, at, anonymous, content)
  const likers = dice.some(students, Math.floor(dice.roll() ** 4 * 12))
  rows.comments.push({ ...comment, post_id: post.id, parent_id: parent ?? null, content, like_count: likers.length })
  for (const liker of likers)
    rows.comment_likes.push({ school_id: speaker.schoolId, comment_id: comment.id, user_id: liker.id })
  return comment.id
}

async function signed(
  { anonymity, dice }: Scene,
  kind: 'post' | 'comment',
  author: Student,
  at: number,
  anonymous: boolean,
  text: string,
) {
  const id = idAt(at, anonymous, dice)
  const common = {
    school_id: author.schoolId,
    id,
    is_anonymous: anonymous,
    created_at: new Date(anonymous ? at - (at % minute) : at),
  }
  if (!anonymous) return { ...common, author_id: author.id, author_tag: null, author_seal: null }
  const item = { schoolId: author.schoolId, kind, id }
  return { ...common, author_id: null, ...(await anonymity.seal(author.id, item, text)) }
}

const another = ({ dice, students }: Scene, ...not: readonly Student[]) =>
  dice.pick(students.filter((student) => !not.includes(student)))

/** Some minutes or hours later, but never in the future. */
const later = ({ dice, now }: Scene, at: number) => Math.min(at + (1 + dice.roll() ** 4 * 300) * minute, (at + now) / 2)
