import type { Insertable } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Student } from './cast.ts'
import { findGroupPlans, type GroupPlan, type Said } from './groups.ts'
import { type Dice, idAt, rollDice } from './seeded-random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Tables = Pick<
  DB,
  | 'groups'
  | 'group_members'
  | 'group_join_requests'
  | 'group_invitations'
  | 'posts'
  | 'poll_options'
  | 'poll_votes'
  | 'post_likes'
  | 'comments'
  | 'events'
  | 'event_attendees'
  | 'conversations'
  | 'participants'
  | 'messages'
>
type Rows = { readonly [K in keyof Tables]: Insertable<Tables[K]>[] }

/** In the order of the foreign keys. */
const emptyRows = (): Rows => ({
  groups: [],
  group_members: [],
  group_join_requests: [],
  group_invitations: [],
  posts: [],
  poll_options: [],
  poll_votes: [],
  post_likes: [],
  comments: [],
  events: [],
  event_attendees: [],
  conversations: [],
  participants: [],
  messages: [],
})

type Scene = { readonly rows: Rows; readonly dice: Dice; readonly now: number; readonly students: readonly Student[] }

/**
 * Inserts the groups of a school, with users who joined some time ago. Uses separate dice per school, otherwise two
 * schools would share ids.
 */
export async function writeGroups(db: Db, settled: readonly Student[], now: number): Promise<void> {
  const students = settled.filter(({ email }) => !/^(mallory|sam|dean|site|head)@/.test(email))
  const domain = students[0]?.email.split('@')[1] ?? ''
  const scene: Scene = { rows: emptyRows(), dice: rollDice(1903 + domain.length), now, students }
  for (const plan of findGroupPlans(domain)) found(scene, plan)
  for (const [table, rows] of Object.entries(scene.rows))
    if (rows.length > 0)
      await db
        .insertInto(table as keyof Rows)
        .values(rows as never)
        .execute()
}

function found({ rows, dice, now, students }: Scene, plan: GroupPlan) {
  const named = (name: string | undefined) => students.find(({ email }) => email.startsWith(`${name}@`))
  const founder = named(plan.by) ?? dice.pick(students)
  const friends = (plan.with ?? []).map(named).filter((person) => person !== undefined)
  const others = dice.some(
    students.filter((one) => one !== founder && !friends.includes(one)),
    Math.min(Math.round(plan.share * students.length), (plan.max ?? 1000) - friends.length - 1),
  )
  const members = [founder, ...friends, ...others]
  const began = now - (35 + dice.roll() * 30) * day
  const school_id = founder.schoolId
  const id = idAt(began, false, dice)
  rows.groups.push({
    school_id,
    id,
    creator_id: founder.id,
    name: plan.name,
    description: plan.text,
    type: plan.isPrivate ? 'private' : 'public',
    category: plan.category,
    tags: [...plan.tags],
    rules: plan.rules ?? '',
    location: plan.place ?? '',
    meeting_schedule: plan.when ?? '',
    max_members: plan.max ?? null,
    created_at: new Date(began),
  })
  for (const [at, { id: user_id }] of members.entries()) {
    const joined = at === 0 ? began : began + dice.roll() * 5 * day
    const role = at === 0 || (at === members.length - 1 && at > 8) ? 'admin' : 'member'
    const row = { school_id, group_id: id, user_id, id: idAt(joined, false, dice), role, joined_at: new Date(joined) }
    rows.group_members.push(row)
  }
  const strangers = students.filter((one) => !members.includes(one))
  const scene = { rows, dice, now, students: strangers }
  plan.posts.forEach((said, at) => {
    post(scene, { id, schoolId: school_id, members, isPublic: !plan.isPrivate }, said, at)
  })
  if (plan.event) announce(scene, { id, schoolId: school_id, members }, plan.event)
  if (plan.chat) chat(scene, { id, schoolId: school_id, members }, plan)
  if (plan.isPrivate) knock(scene, { id, schoolId: school_id, members })
  else invite(scene, { id, schoolId: school_id, members })
}

type Group = { readonly id: string; readonly schoolId: string; readonly members: readonly Student[] }

function post({ rows, dice, now, students }: Scene, group: Group & { isPublic: boolean }, said: Said, at: number) {
  const { schoolId: school_id, members } = group
  const byAdmin = said.pinned || said.type === 'announcement'
  const author = byAdmin ? members[0] : dice.pick(members)
  if (!author) return
  const time = now - (1 + at * 5 + dice.roll() * 4) * day
  const id = idAt(time, false, dice)
  const later = () => new Date(time + dice.roll() ** 2 * (now - time))
  const readers = group.isPublic && !said.visibility ? [...members, ...students.slice(0, 10)] : members
  const likers = readers.filter((one) => one !== author && dice.roll() < 0.25)
  const answers = said.answers ?? []
  rows.posts.push({
    school_id,
    id,
    group_id: group.id,
    author_id: author.id,
    content: said.text,
    type: said.poll ? 'poll' : (said.type ?? 'text'),
    tags: [...(said.tags ?? [])],
    visibility: said.visibility ?? 'group',
    is_pinned: said.pinned ?? false,
    is_announcement: said.type === 'announcement',
    like_count: likers.length,
    comment_count: answers.length,
    created_at: new Date(time),
  })
  for (const { id: user_id } of likers) rows.post_likes.push({ school_id, post_id: id, user_id, created_at: later() })
  let spoken = time
  for (const content of answers) {
    spoken += Math.min(dice.roll() * 9 * hour, (now - spoken) / 3)
    rows.comments.push({
      school_id,
      id: idAt(spoken, false, dice),
      post_id: id,
      group_id: group.id,
      author_id: dice.pick(members).id,
      content,
      created_at: new Date(spoken),
    })
  }
  const options = said.poll ?? []
  options.forEach((text, position) => {
    rows.poll_options.push({ school_id, post_id: id, position, text })
  })
  if (options.length === 0) return
  for (const { id: user_id } of members)
    if (dice.roll() < 0.6) {
      const position = Math.floor(dice.roll() ** 1.4 * options.length)
      rows.poll_votes.push({ school_id, post_id: id, user_id, position, created_at: later() })
    }
}

function announce({ rows, dice, now }: Scene, { id: group_id, schoolId: school_id, members }: Group, plan: Planned) {
  const [organizer] = members
  if (!organizer) return
  const announced = now - (2 + dice.roll() * 5) * day
  const start = Math.floor(now / day) * day + plan.day * day + plan.hour * hour
  const id = idAt(announced, false, dice)
  const guests = members.slice(1).filter(() => dice.roll() < 0.45)
  rows.events.push({
    school_id,
    id,
    organizer_id: organizer.id,
    group_id,
    title: plan.title,
    description: plan.text,
    location: 'See the group',
    start_date: new Date(start),
    end_date: new Date(start + 2 * hour),
    created_at: new Date(announced),
    updated_at: new Date(announced),
  })
  for (const { id: user_id } of guests) {
    const created_at = new Date(announced + dice.roll() * (now - announced))
    rows.event_attendees.push({ school_id, event_id: id, user_id, created_at })
  }
}
type Planned = NonNullable<GroupPlan['event']>

/** A chat of some days ago that all members have read. */
function chat({ rows, dice, now }: Scene, { id: group_id, schoolId: school_id, members }: Group, plan: GroupPlan) {
  const lines = plan.chat ?? []
  const began = now - (7 + dice.roll() * 5) * day
  const id = idAt(began, false, dice)
  const times = lines.map((_, at) => began + (1 + at * (2 + dice.roll() * 5)) * minute)
  rows.conversations.push({
    school_id,
    id,
    kind: 'group',
    topic: `group ${group_id}`,
    title: plan.name,
    group_id,
    last_seq: lines.length,
    last_message_at: new Date(times.at(-1) ?? began),
    created_at: new Date(began),
  })
  for (const { id: user_id } of members)
    rows.participants.push({
      school_id,
      conversation_id: id,
      user_id,
      read_seq: lines.length,
      joined_at: new Date(began),
    })
  lines.forEach((content, at) => {
    const time = times[at] ?? began
    rows.messages.push({
      school_id,
      id: idAt(time, false, dice),
      conversation_id: id,
      seq: at + 1,
      sender_id: members[at % members.length]?.id ?? null,
      content,
      created_at: new Date(time),
    })
  })
}

const wishes = [
  '',
  'I heard about you from a friend.',
  'I would love to be part of this.',
  'May I come along next week?',
]

/** Inserts some join requests. */
function knock({ rows, dice, now, students }: Scene, { id: group_id, schoolId: school_id }: Group) {
  for (const { id: user_id } of dice.some(students, 2)) {
    const asked = now - (0.2 + dice.roll() * 3) * day
    const row = { school_id, id: idAt(asked, false, dice), group_id, user_id, message: dice.pick(wishes) }
    rows.group_join_requests.push({ ...row, created_at: new Date(asked) })
  }
}

/** Inserts an invitation. */
function invite({ rows, dice, now, students }: Scene, { id: group_id, schoolId: school_id, members }: Group) {
  const [invitee] = dice.some(students, 1)
  const [inviter] = members
  if (!invitee || !inviter) return
  const asked = now - (0.2 + dice.roll() * 4) * day
  const row = { school_id, id: idAt(asked, false, dice), group_id, invitee_id: invitee.id, inviter_id: inviter.id }
  rows.group_invitations.push({ ...row, message: '', created_at: new Date(asked) })
}
