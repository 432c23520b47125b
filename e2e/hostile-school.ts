// A school in which one user per attack writes it into every text field. `hostile.spec.ts` visits it.
import { randomBytes, randomUUID } from 'node:crypto'
import type { APIRequest } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Db } from '../src/shared/server/db/pools.ts'
import { makeOpusPackets, makeWebm } from '../src/testing/recordings.ts'
import { attack, attacks, hostileStudent, type Person } from './hostile.ts'

const hour = 3600
const soon = () => Math.floor(Date.now() / 1000) + hour
const dates = () => ({ start_date: soon(), end_date: soon() + hour })
const scales = { overall_rating: 4, difficulty_rating: 3, teaching_quality_rating: 5 }
const because = { reason: 'spam' }

/** Uploads a file whose name and content are an attack. */
async function hostileFile({ as, at }: Person): Promise<{ url: string }> {
  const text = attacks[at] ?? ''
  const file = { name: `${text}.txt`, mimeType: 'text/html', buffer: Buffer.from(text) }
  const answer = await as.post('/upload', { multipart: { type: 'message_file', file } })
  return ((await answer.json()) as { data: { url: string } }).data
}

async function hostileVoice({ as, at }: Person): Promise<{ url: string }> {
  const file = { name: 'a.webm', mimeType: 'audio/webm', buffer: makeWebm(makeOpusPackets(50 + at)) }
  const answer = await as.post('/upload', { multipart: { type: 'voice', file } })
  return ((await answer.json()) as { data: { url: string } }).data
}

/** A picture that no other test shows: the server refuses it once it is removed as intimate. */
async function noise({ as }: Person): Promise<{ url: string }> {
  const raw = { width: 40, height: 40, channels: 3 } as const
  const buffer = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer()
  const file = { name: 'a.png', mimeType: 'image/png', buffer }
  const answer = await as.post('/upload', { multipart: { type: 'post', file } })
  return ((await answer.json()) as { data: { url: string } }).data
}

/** Runs an action for all users, a few concurrently. */
async function each<T>(people: readonly Person[], act: (person: Person) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let from = 0; from < people.length; from += 4)
    done.push(...(await Promise.all(people.slice(from, from + 4).map(act))))
  return done
}

export async function fillSchool(request: APIRequest, db: Db, baseURL: string) {
  const open = () => request.newContext({ baseURL })
  const site = await open()
  await site.get('/auth/google?login_hint=site@northfield.example')
  const domain = `${randomUUID()}.example`
  const school = await attack(site, 0, 'schools.create', {
    body: { email_domain: domain, timezone: 'Europe/London', is_active: true },
  })
  const students: Person[] = []
  for (const at of attacks.keys()) students.push(await hostileStudent(await open(), at, domain))
  const [reader, admin, warned, suspended, banned, ...people] = students as [
    Person,
    Person,
    Person,
    Person,
    Person,
    ...Person[],
  ]
  await db.updateTable('users').set({ role: 'admin', can_manage_ads: true }).where('id', '=', admin.id).execute()
  const by = (person: Person, name: string, params: Record<string, string> = {}, body: Record<string, unknown> = {}) =>
    attack(person.as, person.at, name, { params, body })

  // Everything has a content note, which would hide the rest.
  for (const { as } of [reader, admin]) await as.put('/api/users/me/safety', { data: { notes: 'show' } })

  // The feed, with a signed and an anonymous post of each.
  const posts = await each(people, (person) => by(person, 'posts.create'))
  const secrets = await each(people, (person) => by(person, 'posts.create', {}, { is_anonymous: true }))
  const post = await by(reader, 'posts.create')
  const [comment] = await each(people, (person) => by(person, 'comments.create', {}, { post_id: post.id }))
  const confessed = await each(people, (person) => by(person, 'confessions.create'))

  const toFacts = ({ at }: Person) => {
    const fact = (attacks[at % attacks.length] ?? '').slice(0, 100)
    return { facts: { food: fact, language: fact, cost: fact }, online_link: 'https://evil.example/"onclick="alert(1)' }
  }
  const events = await each(people, (person) => by(person, 'events.create', {}, { ...dates(), ...toFacts(person) }))
  await each(people, async (person) => {
    const { id } = await by(person, 'events.create', {}, dates())
    await reader.as.post(`/api/events/${id}/rsvp`, { data: { status: 'attending' } })
    await by(person, 'events.cancel', { id })
  })
  const listings = await each(people, (person) => by(person, 'marketplace.create', {}, { price: 5 }))
  const listing = await by(reader, 'marketplace.create', {}, { price: 5 })
  await each(people, (person) => by(person, 'marketplace.interest', { id: listing.id }))
  await by(reader, 'marketplace.update', { id: listing.id }, { price: 6 })
  await by(reader, 'listingSearches.create', {}, { filters: {}, alert: 'digest' })
  const help = { subject: 'Mathematics' }
  const questions = await each(people, (person) => by(person, 'assignments.create', {}, help))
  const question = await by(reader, 'assignments.create', {}, help)
  const [answer] = await each(people, (person) => by(person, 'answers.create', { id: question.id }))

  const departments = await each(people, (person) =>
    by(
      person,
      'professors.createDepartment',
      {},
      {
        name: `${attacks[person.at]} ${person.at}`.slice(0, 100), // names must be unique in a school
        website_url: 'https://evil.example/"onclick="alert(1)',
      },
    ),
  )
  const professors = await each(people, (person) => hostileProfessor(person, departments[0]?.id ?? ''))
  const professor = professors[0] ?? ''
  const ratings = await each(people, (person) =>
    by(person, 'ratings.create', { id: professor }, { ...scales, anonymous: person.at % 2 === 0 }),
  )
  await by(people[0] as Person, 'ratings.update', { id: ratings[0]?.id ?? '' }, scales)

  // A public group with all users as members, and a private one that all request to join.
  const group = await by(reader, 'groups.create', {}, { type: 'public' })
  const gid = group.id
  await each(people, (person) => by(person, 'groups.join', { id: gid }))
  const inGroup = await each(people, (person) => by(person, 'groupPosts.create', { gid }))
  const poll = await by(reader, 'groupPosts.create', { gid }, { type: 'poll' })
  const resource = await by(reader, 'groupPosts.create', { gid }, { type: 'resource' })
  const below = { gid, pid: poll.id }
  const [reply] = await each(people, (person) => by(person, 'groupPosts.comment', below))
  const meetings = await each(people, (person) => by(person, 'groupEvents.create', { gid }, dates()))
  const closed = await by(reader, 'groups.create', {}, { type: 'private' })
  await each(people, (person) => by(person, 'groups.join', { id: closed.id }))
  const requests = await db
    .selectFrom('group_join_requests')
    .where('group_id', '=', closed.id)
    .select(['id', 'user_id'])
    .execute()
  const [one, other] = requests
  const refused = people.find(({ id }) => id === one?.user_id) as Person
  await by(reader, 'groups.answerRequest', { id: closed.id, rid: one?.id ?? '', action: 'reject' })
  await by(reader, 'groups.answerRequestShort', { rid: other?.id ?? '', action: 'reject' })
  const theirs = await by(people[0] as Person, 'groups.create', {}, { type: 'private' })
  await by(people[0] as Person, 'groups.invite', { id: theirs.id }, { user_id: reader.id })

  // One conversation of all users, and one of each with the reader.
  const all = await by(reader, 'conversations.create', {}, { participants: people.map(({ id }) => id) })
  const [message] = await each([...people], (person) => by(person, 'messages.send', { id: all.id }, { type: 'text' }))
  await each(people.slice(0, 4), (person) => {
    const share = { kind: 'listing', id: listings[person.at]?.id ?? '' }
    return by(person, 'messages.send', { id: all.id }, { type: 'text', share })
  })
  await each(people.slice(0, 8), async (person) => {
    const { url } = await hostileFile(person)
    await by(person, 'messages.send', { id: all.id }, { type: 'text', content: '', attachment_urls: [url] })
  })
  const [spoken] = await each(people.slice(0, 8), async (person) => {
    const { url } = await hostileVoice(person)
    const voice = { url, waveform: Array(40).fill(50), transcript: attacks[person.at] }
    return by(person, 'messages.send', { id: all.id }, { type: 'text', content: '', voice })
  })
  await each([reader, ...people], (person) => by(person, 'drafts.save', { id: all.id }))
  await each(people.slice(0, 6), async (person) => {
    const { id } = await by(person, 'conversations.create', {}, { participants: [reader.id] })
    await by(person, 'messages.send', { id }, { type: 'text' })
    await person.as.post(`/api/friends/request/${reader.id}`)
  })

  // Reports of all items, and texts of moderators.
  const [first = post, second = post] = [posts[0], posts[1]]
  for (const [name, params] of [
    ['posts.report', { id: first.id }],
    ['posts.report', { id: secrets[0]?.id ?? '' }],
    ['comments.report', { id: comment?.id ?? '' }],
    ['confessions.report', { id: confessed[0]?.id ?? '' }],
    ['events.report', { id: events[0]?.id ?? '' }],
    ['marketplace.report', { id: listings[0]?.id ?? '' }],
    ['assignments.report', { id: questions[0]?.id ?? '' }],
    ['answers.report', { id: answer?.id ?? '' }],
    ['professors.report', { id: professor }],
    ['ratings.report', { id: ratings[0]?.id ?? '' }],
    ['groups.report', { gid: theirs.id }],
    ['groupPosts.report', { gid, pid: inGroup[0]?.id ?? '' }],
    ['groupPosts.reportDiscussion', { gid, id: inGroup[1]?.id ?? '' }],
    ['groupPosts.reportComment', { ...below, cid: reply?.id ?? '' }],
    ['groupEvents.report', { gid, id: meetings[0]?.id ?? '' }],
    ['reports.reportUser', { id: people[1]?.id ?? '' }],
    ['messages.report', { id: message?.id ?? '' }],
    ['messages.report', { id: spoken?.id ?? '' }],
  ] as const)
    await by(reader, name, params, because)
  await by(people[2] as Person, 'groupPosts.reportResource', { gid, id: resource.id }, because)
  await each(people.slice(2), (person) => by(person, 'posts.report', { id: second.id }, because))
  await by(admin, 'moderation.act', {}, { type: 'warn', userId: people[3]?.id })
  await by(admin, 'moderation.warn', { id: warned.id })
  await by(admin, 'moderation.suspend', { id: suspended.id }, { duration: 3 })
  await by(admin, 'moderation.ban', { id: banned.id })
  const { rows } = await sql<{
    id: string
  }>`select id from moderation_actions where user_id = ${people[3]?.id}`.execute(db)
  await by(admin, 'moderation.reverse', {}, { moderationId: rows[0]?.id })
  const blocked = await db
    .insertInto('media_blocklist')
    .values({ pixels: randomBytes(32), decision_id: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attack(site, 0, 'blocklist.remove', { params: { id: blocked.id } })
  await attack(site, 0, 'admin.pause', { params: { id: admin.id } })
  await attack(site, 0, 'admin.resume', { params: { id: admin.id } })
  await by(admin, 'content.reveal', { id: secrets[1]?.id ?? '' }, { type: 'post', category: 'danger' })

  // Seals that two people open: one approved, one declined, one countersigned, and one that waits.
  const guarded = secrets.slice(3, 7).map(({ id }) => id)
  await db.updateTable('posts').set({ sealed_mode: 'two' }).where('id', 'in', guarded).execute()
  const ask = async (at: number, category: string) => {
    const body = { kind: 'post', id: guarded[at], category }
    const { request_id } = (await attack(site, 3, 'seals.request', { body })) as unknown as { request_id: string }
    return { id: request_id }
  }
  await by(admin, 'seals.approve', await ask(0, 'law'))
  await by(admin, 'seals.decline', await ask(1, 'law'))
  await by(admin, 'seals.countersign', await ask(2, 'danger'))
  await ask(3, 'law')

  // Removed items with appeals, which the site administrator answers, and a second review of a report.
  const rule = await by(admin, 'rules.create', {}, { reasons: ['spam'], position: 10 })
  const sealed = { type: 'warn', kind: 'post', id: secrets[2]?.id, rule_id: rule.id }
  await by(admin, 'moderation.actSealed', {}, sealed)
  const appeal = async (at: number) => {
    const [author, item] = [people[at] as Person, posts[at]?.id ?? '']
    const { id } = await by(admin, 'decisions.withhold', { id: item }, { type: 'post', rule_id: rule.id })
    const sent = await by(author, 'appeals.create', { id })
    await site.post(`/api/admin/appeals/${sent.id}/claim`)
    return { author, decision: id, params: { id: sent.id } }
  }
  const { author: appellant, decision, params } = await appeal(4)
  await attack(site, 0, 'appeals.answer', { params })
  await by(appellant, 'appeals.write', params)
  await attack(site, 0, 'appeals.decide', { params, body: { outcome: 'upheld' } })
  await attack(site, 0, 'appeals.close', { params: (await appeal(5)).params })
  await by(admin, 'decisions.restore', { id: posts[5]?.id ?? '' }, { type: 'post' })
  // A picture that was removed as intimate, and a request to open it.
  const pictured = people[7] as Person
  const { id: shown } = await by(pictured, 'posts.create', {}, { media_urls: [(await noise(pictured)).url] })
  await by(reader, 'posts.report', { id: shown }, { reason: 'inappropriate', urgent: 'intimate' })
  const removed = await by(admin, 'decisions.withhold', { id: shown }, { type: 'post', rule_id: rule.id })
  await by(admin, 'evidence.open', { id: removed.id })
  // An item with a moderator's note, and confessions that wait for a moderator, of which one is rejected.
  await by(admin, 'decisions.label', { id: posts[6]?.id ?? '' }, { type: 'post', rule_id: rule.id })
  await db.updateTable('schools').set({ confessions_mode: 'read_first' }).where('id', '=', school.id).execute()
  const [rejected] = await each(people.slice(0, 4), (person) => by(person, 'confessions.create'))
  await by(admin, 'waitingConfessions.reject', { id: rejected?.id ?? '' }, { rule_id: rule.id })

  const { rows: reported } = await sql<{
    id: string
  }>`select id from reports where reporter_id = ${reader.id} and content_id = ${first.id}`.execute(db)
  await admin.as.patch(`/api/admin/reports/${reported[0]?.id}`, { data: { status: 'dismissed' } })
  await by(reader, 'appeals.askAgain', { id: reported[0]?.id ?? '' })

  // Notes and templates of moderators, and an event that the reader missed.
  const [host] = people as [Person, ...Person[]]
  await by(admin, 'notes.create', { id: reader.id })
  await by(admin, 'templates.create')
  const missed = await by(host, 'events.create', {}, dates())
  await reader.as.post(`/api/events/${missed.id}/rsvp`, { data: { status: 'attending' } })
  await sql`insert into event_check_ins (school_id, event_id, user_id) values (${school.id}, ${missed.id}, ${host.id})`.execute(
    db,
  )
  await sql`update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
    where id = ${missed.id}`.execute(db)
  await by(reader, 'checkIns.contest', { id: missed.id })

  const address = { target_url: 'https://evil.example/"onclick="alert(1)', is_active: true }
  for (const placement of ['feed', 'sidebar']) await by(admin, 'ads.create', {}, { ...address, placement })

  return {
    ...{ reader, admin, warned, suspended, banned, refused, people, post, group, closed, theirs },
    ...{ all, question, professor, event: events[0], listing: listings[1], appellant, decision },
    /** Deactivates the school, so that it disappears from public lists. */
    close: () => site.put(`/api/admin/schools/${school.id}`, { data: { is_active: false } }),
  }
}

/** Professors are created by a form, in which each field is a text. */
async function hostileProfessor({ as, at }: Person, department_id: string): Promise<string> {
  const text = (max: number) => (attacks[at] ?? '').slice(0, max)
  const lines = ['first_name', 'last_name', 'title', 'office_location', 'office_hours', 'bio', 'research_interests']
  const chips = JSON.stringify([text(100)])
  const answer = await as.post('/api/professors', {
    multipart: {
      ...Object.fromEntries(lines.map((field) => [field, text(100)])),
      ...{ department_id, email: '"onclick=alert(1)x="@evil.example', specializations: chips, courses_taught: chips },
      website_url: 'https://evil.example/"onclick="alert(1)',
    },
  })
  if (!answer.ok()) throw new Error(`A professor: ${await answer.text()}`)
  return ((await answer.json()) as { data: { id: string } }).data.id
}
