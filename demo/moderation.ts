import type { Insertable } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import { writeAds } from './ads.ts'
import type { Student } from './cast.ts'
import { type Dice, idAt, rollDice } from './seeded-random.ts'

const hour = 3_600_000
const day = 24 * hour
const pendingReports = 14
const settledReports = 60
const decisionSeed = 1872

const complaints: readonly (readonly [reason: string, description: string | null])[] = [
  ['spam', 'The third time today.'],
  ['spam', null],
  ['harassment', 'This is about my roommate, and everybody knows it.'],
  ['harassment', null],
  ['inappropriate', 'Not what I want to see before breakfast.'],
  ['hate_speech', null],
  ['violence', 'Probably a joke, but please have a look.'],
  ['misinformation', 'The library does not close at six. I was there.'],
  ['misinformation', null],
  ['copyright', 'That is my photo.'],
  ['personal_info', 'It has a phone number in it.'],
  ['other', 'I can’t say what is wrong with it. Something is.'],
]

const decisions: readonly (readonly [type: 'warn' | 'suspend' | 'ban', reason: string, reversal?: string])[] = [
  ['warn', 'Please don’t post other people’s phone numbers.'],
  ['warn', 'The fire alarm is not a toy.'],
  ['suspend', 'Selling tickets that you do not have.'],
  ['warn', 'Arguments are welcome, insults are not.'],
  [
    'ban',
    'An account that answered as someone else.',
    'It was their sister, with their phone. Both have been talked to.',
  ],
  ['suspend', 'The same advertisement in forty comments.'],
  ['warn', 'Exam questions belong to the exam.', 'They were from last year and published.'],
  ['suspend', 'Threats, also as a joke.'],
]

/** Inserts moderation cases of the last two months of a school, and open ones. */
export async function writeModeration(db: Db, everybody: readonly Student[], dice: Dice, now: number): Promise<void> {
  const { schoolId = '' } = everybody[0] ?? {}
  const moderator = everybody.find(({ email }) => /^(dean|head)@/.test(email))
  if (!moderator) return
  const students = everybody.filter(
    ({ email }) => !/^(ada|grace|alan|linus|margaret|mallory|sam|dean|site|head)@/.test(email),
  )
  const things = [
    ...(
      await db
        .selectFrom('posts')
        .where('school_id', '=', schoolId)
        .select(['id', 'content', 'author_id', 'author_seal', 'created_at'])
        .orderBy('content')
        .execute()
    ).map((post) => ({ ...post, kind: 'post' })),
    ...(
      await db
        .selectFrom('comments')
        .where('school_id', '=', schoolId)
        .select(['id', 'content', 'author_id', 'author_seal', 'created_at'])
        .orderBy('content')
        .execute()
    ).map((comment) => ({ ...comment, kind: 'comment' })),
  ]
  const reports = dice.some(things, pendingReports + settledReports).map((thing, at): Insertable<DB['reports']> => {
    const isPending = at < pendingReports
    const [reason, description] = dice.pick(complaints)
    const age = isPending ? dice.roll() ** 2 * 3 * day : day + dice.roll() * 55 * day
    const created = Math.max(now - age, (thing.created_at.getTime() + now) / 2)
    const settled = new Date((created + now) / 2)
    return {
      school_id: schoolId,
      id: idAt(created, false, dice),
      reporter_id: dice.pick(students).id,
      kind: thing.kind,
      content_id: thing.id,
      reason,
      urgent: isPending && reason === 'personal_info' && age < day ? 'personal' : null,
      description,
      content: thing.content,
      author_id: thing.author_id,
      author_seal: thing.author_seal,
      created_at: new Date(created),
      ...(isPending
        ? { status: 'pending' }
        : {
            status: dice.roll() < 0.4 ? 'resolved' : 'dismissed',
            settled_at: settled,
            settled_by: moderator.id,
            settled_by_name: moderator.name,
          }),
    }
  })
  await db.insertInto('reports').values(reports).execute()

  const actions = decisions.map(([type, reason, reversal], at): Insertable<DB['moderation_actions']> => {
    const created = now - (4 + at * 6 + dice.roll() * 3) * day
    const hours = type === 'suspend' ? dice.pick([24, 48, 72]) : null
    return {
      school_id: schoolId,
      id: idAt(created, false, dice),
      user_id: dice.pick(students).id,
      action_type: type,
      reason,
      duration_hours: hours,
      expires_at: hours === null ? null : new Date(created + hours * hour),
      created_by: moderator.id,
      created_by_name: moderator.name,
      created_at: new Date(created),
      notice_shown_at: new Date(created + hour),
      ...(reversal
        ? {
            reversed_at: new Date(created + 20 * hour),
            reversed_by: moderator.id,
            reversed_by_name: moderator.name,
            reversal_reason: reversal,
          }
        : {}),
    }
  })
  await db.insertInto('moderation_actions').values(actions).execute()
  await db
    .insertInto('audit_log')
    .values(
      actions.map((action) => ({
        at: new Date(action.created_at as Date),
        school_id: schoolId,
        actor_id: moderator.id,
        actor_name: moderator.name,
        action: `user.${action.action_type}`,
        target_type: 'user',
        target_id: action.user_id,
        detail: JSON.stringify({ reason: action.reason }),
      })),
    )
    .execute()
  await writeAds(db, moderator, dice, now)
  await writeDecisions(db, moderator, students, rollDice(decisionSeed), now)
}

/** The words of both sides, oldest first; the user begins. */
const appealStories: readonly (readonly [
  state: 'open' | 'claimed' | 'upheld' | 'overturned' | 'changed' | 'withdrawn' | 'closed',
  facts: string,
  lines: readonly string[],
  reason?: string,
])[] = [
  ['open', 'You posted the phone number of another student.', ['It was my own number. Please check.']],
  [
    'claimed',
    'You wrote the same advertisement below eleven posts.',
    ['I only answered people who wanted one.', 'Which of them had written to you before?'],
  ],
  [
    'upheld',
    'You called another student names three times after they asked you to stop.',
    ['We all talk like that.'],
    'The other student asked you to stop, twice.',
  ],
  [
    'overturned',
    'You posted a picture that belongs to someone else.',
    ['I took it myself, at the lake.', 'Do you have the original?', 'Yes, I sent it to the school office.'],
    'The picture is yours. Sorry.',
  ],
  ['changed', 'You threatened to report people for fun.', ['It was a joke between friends.'], 'A warning is enough.'],
  ['withdrawn', 'You posted an exam question during the exam.', ['I thought that the exam was over.']],
  ['closed', 'You insulted a moderator.', ['You are all the same.'], 'This appeal only contained insults.'],
]

/** Of the suspension that an appeal changed to a warning. */
const suspensionDays = 7

/** Decisions with statements of reasons, one of them about a withheld post, and an appeal in each state. */
async function writeDecisions(db: Db, moderator: Student, students: readonly Student[], dice: Dice, now: number) {
  const { schoolId } = moderator
  const rule = await db
    .selectFrom('rules')
    .where('school_id', '=', schoolId)
    .orderBy('position')
    .select(['id', 'title', 'text'])
    .execute()
  const posts = await db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('group_id', 'is', null)
    .where('author_id', 'is not', null)
    .orderBy('content')
    .limit(appealStories.length)
    .select(['id', 'content', 'author_id'])
    .execute()
  for (const [index, [state, facts, lines, reason]] of appealStories.entries()) {
    const created = now - (index + 1) * 2 * day - dice.roll() * day
    const id = idAt(created, false, dice)
    const post = state === 'open' ? posts[index] : undefined
    const user = post?.author_id ?? dice.pick(students).id
    const used = rule[index % Math.max(1, rule.length)]
    const isReversed = state === 'overturned' || state === 'changed'
    const hours = state === 'changed' ? suspensionDays * 24 : null
    await db
      .insertInto('moderation_actions')
      .values({
        school_id: schoolId,
        id,
        user_id: user,
        action_type: post ? 'remove' : hours ? 'suspend' : 'warn',
        duration_hours: hours,
        expires_at: hours ? new Date(created + hours * hour) : null,
        reason: facts,
        facts,
        rule_id: used?.id ?? null,
        rule_title: used?.title ?? 'Other',
        rule_text: used?.text ?? null,
        ...(post ? { item_kind: 'post', item_id: post.id, snapshot: post.content } : {}),
        created_by: moderator.id,
        created_by_name: moderator.name,
        created_at: new Date(created),
        notice_shown_at: new Date(created + hour),
        appeal_until: new Date(created + 180 * day),
        ...(isReversed
          ? {
              reversed_at: new Date(created + day),
              reversed_by_name: 'Site administrator',
              reversal_reason: reason ?? facts,
            }
          : {}),
      })
      .execute()
    if (post)
      await db
        .updateTable('posts')
        .set({ withheld_at: new Date(created) })
        .where('school_id', '=', schoolId)
        .where('id', '=', post.id)
        .execute()
    await writeAppeal(db, moderator, { decision: id, user, state, lines, reason }, dice, created)
    if (state !== 'changed') continue
    const replaced = created + day
    await db
      .insertInto('moderation_actions')
      .values({
        school_id: schoolId,
        id: idAt(replaced, false, dice),
        user_id: user,
        action_type: 'warn',
        reason: reason ?? facts,
        facts: reason ?? facts,
        rule_title: used?.title ?? 'Other',
        created_by_name: 'Site administrator',
        created_at: new Date(replaced),
        notice_shown_at: new Date(replaced + hour),
        replaces: id,
      })
      .execute()
  }
}

async function writeAppeal(
  db: Db,
  { schoolId }: Student,
  story: {
    readonly decision: string
    readonly user: string
    readonly state: string
    readonly lines: readonly string[]
    readonly reason: string | undefined
  },
  dice: Dice,
  decided: number,
) {
  const { state, lines, reason } = story
  const answerer = await db
    .selectFrom('users')
    .where('role', '=', 'site_admin')
    .select('id')
    .orderBy('email')
    .executeTakeFirst()
  const sent = decided + 3 * hour
  const id = idAt(sent, false, dice)
  const isOpen = state === 'open' || state === 'claimed'
  const isDecided = ['upheld', 'overturned', 'changed'].includes(state)
  await db
    .insertInto('appeals')
    .values({
      school_id: schoolId,
      id,
      decision_id: story.decision,
      by: 'affected',
      // Only a site administrator can have it: the school has one administrator, who decided.
      state: answerer || state === 'open' || state === 'withdrawn' ? state : 'open',
      created_at: new Date(sent),
      ...(answerer && state === 'claimed'
        ? { claimed_by: answerer.id, claimed_until: new Date(Date.now() + hour) }
        : {}),
      ...(answerer && isDecided ? { outcome: state, decided_by: answerer.id } : {}),
      ...(answerer && reason ? { reason } : {}),
      ...(isOpen || !(answerer || state === 'withdrawn') ? {} : { decided_at: new Date(sent + 20 * hour) }),
    })
    .execute()
  for (const [index, text] of lines.entries()) {
    const at = sent + index * 2 * hour
    const isModerator = index % 2 === 1
    await db
      .insertInto('appeal_messages')
      .values({
        school_id: schoolId,
        id: idAt(at, false, dice),
        appeal_id: id,
        from_moderator: isModerator,
        author_id: isModerator ? (answerer?.id ?? null) : story.user,
        text,
        created_at: new Date(at),
      })
      .execute()
  }
}
