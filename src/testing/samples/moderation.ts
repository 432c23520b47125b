import { createHash, randomBytes } from 'node:crypto'
import { decisions } from '../../features/decisions/contract.ts'
import { evidence } from '../../features/moderation/evidence-contract.ts'
import { seals } from '../../features/moderation/seal-contract.ts'
import { moderate } from '../../features/moderation/server/actions.ts'
import { posts } from '../../features/posts/contract.ts'
import { newId } from '../../shared/server/db/sql.ts'
import { withTransaction } from '../../shared/server/db/transaction.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import { findRuleId } from '../factories/decisions.ts'
import { makeUpload } from '../factories/media.ts'
import { makePost, makeReport } from '../factories/posts.ts'
import { makeUser, type TestUser } from '../factories/users.ts'
import { samplePost } from './posts.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

const sampleReport = async (app: App, owner: TestUser) => {
  const author = await makeStudent(app, owner)
  const post = await makePost(app, author)
  return { ...(await makeReport(app, await makeStudent(app, owner), post)), author }
}

const sampleWarning = (app: App, student: TestUser) =>
  withTransaction(app.db, (trx) =>
    moderate(trx, { id: null, name: 'Dean' }, student, { type: 'warn', reason: 'A word' }),
  )

const sampleSanction: Sample = async (app, owner) => ({
  params: { id: (await makeStudent(app, owner)).id },
  body: { reason: 'A word', rule_id: await findRuleId(app, owner.schoolId) },
})

const sealReason = 'A threat to someone’s life'

/** A request to open the seal of an item that two people open. */
export async function sampleSealRequest(app: App, by: TestUser, category = 'harassment'): Promise<string> {
  const post = await makePost(app, await makeStudent(app, by), { anonymous: true })
  await app.db.updateTable('posts').set({ sealed_mode: 'two' }).where('id', '=', post.id).execute()
  await makeReport(app, await makeStudent(app, by), post)
  const body = { kind: 'post', id: post.id, category, reason: sealReason }
  const answer = await as(app, by)(seals.request, { body })
  // A student finds a request of an administrator.
  return answer.status === 403
    ? sampleSealRequest(app, await makeAdmin(app, by), category)
    : answer.body.data.request_id
}

const makeAdmin = (app: App, { schoolId }: TestUser) =>
  makeUser(app, { school: { id: schoolId, domain: `${schoolId}.example` }, role: 'admin' })

const evidenceReason = 'The police requested it'

/** The decision that removed a picture as intimate. */
export async function sampleEvidence(app: App, owner: TestUser): Promise<string> {
  const author = await makeStudent(app, owner)
  const { id } = await makePost(app, author, { media: [await makeUpload(app, author)] })
  const report = { params: { id }, body: { reason: 'inappropriate', urgent: 'intimate' } } as const
  await as(app, await makeStudent(app, owner))(posts.report, report)
  const body = {
    type: 'post',
    facts: 'It shows a person who did not agree.',
    rule_id: await findRuleId(app, owner.schoolId),
  }
  return (await as(app, await makeAdmin(app, owner))(decisions.withhold, { params: { id }, body })).body.data.id
}

/** A request of another administrator. */
const sampleSealDecision =
  (category?: string): Sample =>
  async (app, owner) => ({
    params: { id: await sampleSealRequest(app, await makeAdmin(app, owner), category) },
    body: { reason: 'It is needed' },
  })

async function sampleTemplate(app: App, { schoolId: school_id }: TestUser): Promise<string> {
  const id = newId()
  await app.db.insertInto('moderation_templates').values({ school_id, id, title: 'Adverts', text: 'x' }).execute()
  return id
}

async function sampleNote(app: App, owner: TestUser) {
  const person = await makeStudent(app, owner)
  const [id, author_id] = [newId(), newId()]
  const note = { school_id: owner.schoolId, id, user_id: person.id, author_id, author_name: 'Dean', text: 'x' }
  await app.db.insertInto('person_notes').values(note).execute()
  return { id, person: person.id }
}

export const moderationSamples: Samples = {
  'reports.reportUser': async (app, owner) => ({
    params: { id: (await makeStudent(app, owner)).id },
    body: { reason: 'spam' },
  }),
  'reports.findCase': async (app, owner) => ({ params: { id: (await sampleReport(app, owner)).id } }),
  'notices.show': async (app, owner) => {
    const report = await sampleReport(app, owner)
    const token = randomBytes(32).toString('base64url')
    const written = { concerns: 'self', ground: 'law', text: 'x', signature: 'x', email: 'x@home.example' }
    const token_hash = createHash('sha256').update(token).digest()
    const filed = { confirmed_at: new Date(), school_id: owner.schoolId, report_id: report.id }
    await app.db
      .insertInto('notices')
      .values({ ...written, ...filed, id: newId(), receipt: newId(), token_hash })
      .execute()
    return { params: { token } }
  },
  'cases.claim': async (app, owner) => ({ params: { id: (await sampleReport(app, owner)).id }, body: {} }),
  'cases.release': async (app, owner) => ({ params: { id: (await sampleReport(app, owner)).id } }),
  'cases.pass': async (app, owner) => ({ params: { id: (await sampleReport(app, owner)).id } }),
  'cases.show': async (app, owner) => ({ params: { id: (await sampleReport(app, owner)).id } }),
  'grants.set': async (app, owner) => ({
    params: { id: (await makeStudent(app, owner)).id },
    body: { grants: ['cases', 'rules'], until: Math.floor(Date.now() / 1000) + 86_400 },
  }),
  'grants.setOf': async (app, owner) => ({
    body: {
      user_id: (await makeStudent(app, owner)).id,
      grants: ['rules'],
      until: Math.floor(Date.now() / 1000) + 86_400,
    },
  }),
  'duty.set': async () => ({ body: { until: Math.floor(Date.now() / 1000) + 8 * 3600 } }),
  'duty.setNumbers': async () => ({ body: { numbers: [{ name: 'Campus security', number: '+1 555 0100' }] } }),
  'templates.list': async (app, owner) => {
    await sampleTemplate(app, owner)
    return {}
  },
  'templates.create': async () => ({ body: { title: 'Adverts', text: 'Please don’t advertise here.' } }),
  'templates.update': async (app, owner) => ({
    params: { id: await sampleTemplate(app, owner) },
    body: { title: 'Adverts', text: 'Please don’t advertise here.' },
  }),
  'templates.remove': async (app, owner) => ({ params: { id: await sampleTemplate(app, owner) } }),
  'notes.list': async (app, owner) => ({ params: { id: (await sampleNote(app, owner)).person } }),
  'notes.create': async (app, owner) => ({
    params: { id: (await makeStudent(app, owner)).id },
    body: { text: 'Spoke with them on Monday.' },
  }),
  'notes.remove': async (app, owner) => ({ params: { id: (await sampleNote(app, owner)).id } }),
  'cases.prioritize': async (app, owner) => ({
    params: { id: (await sampleReport(app, owner)).id },
    body: { priority: 'personal' },
  }),
  'cases.settle': async (app, owner) => ({
    params: { id: (await sampleReport(app, owner)).id },
    body: { version: 1, outcome: 'dismissed' },
  }),
  'reports.settle': async (app, owner) => ({
    params: { id: (await sampleReport(app, owner)).id },
    body: { status: 'resolved' },
  }),
  'reports.settleMany': async (app, owner) => ({
    body: { reportIds: [(await sampleReport(app, owner)).id], status: 'dismissed' },
  }),
  'moderation.act': async (app, owner) => {
    const { id, author } = await sampleReport(app, owner)
    return {
      body: {
        type: 'warn',
        reason: 'A word',
        userId: author.id,
        reportId: id,
        rule_id: await findRuleId(app, owner.schoolId),
      },
    }
  },
  'moderation.actSealed': async (app, owner) => {
    const post = await makePost(app, await makeStudent(app, owner), { anonymous: true })
    const { id: reportId } = await makeReport(app, await makeStudent(app, owner), post)
    const facts = 'It insults another student'
    const rule_id = await findRuleId(app, owner.schoolId)
    return { body: { type: 'mute', kind: 'post', id: post.id, days: 7, rule_id, facts, reportId } }
  },
  'moderation.markShown': async (app, owner) => ({ body: { notificationIds: [await sampleWarning(app, owner)] } }),
  'moderation.warn': sampleSanction,
  'moderation.suspend': async (app, owner) => {
    const ask = await sampleSanction(app, owner)
    return { ...ask, body: { ...ask.body, duration: 3 } }
  },
  'moderation.ban': sampleSanction,
  'moderation.reverse': async (app, owner) => {
    const moderationId = await sampleWarning(app, await makeStudent(app, owner))
    return { body: { moderationId, reason: 'A mistake' } }
  },
  'moderation.activities': async (app, owner) => {
    const student = await makeStudent(app, owner)
    await sampleWarning(app, student)
    return { params: { id: student.id } }
  },
  'content.remove': samplePost,
  'content.removeMany': async (app, owner) => ({ body: { contentIds: [(await makePost(app, owner)).id] } }),
  'content.removeManyByPost': async (app, owner) => ({ body: { contentIds: [(await makePost(app, owner)).id] } }),
  'schools.setPlaces': async (_app, owner) => ({
    params: { id: owner.schoolId },
    body: { places: [{ name: 'Library', map: 'By the clock', hours: '8–20' }] },
  }),
  'schools.anonymity': async (_app, owner) => ({ params: { id: owner.schoolId } }),
  'evidence.list': async (app, owner) => {
    await sampleEvidence(app, owner)
    return {}
  },
  'evidence.open': async (app, owner) => ({
    params: { id: await sampleEvidence(app, owner) },
    body: { reason: evidenceReason },
  }),
  'evidence.file': async (app, owner) => {
    const id = await sampleEvidence(app, owner)
    const ask = { params: { id }, body: { reason: evidenceReason } }
    const { status } = await as(app, owner)(evidence.open, ask)
    for (const _ of status === 202 ? [1] : [1, 2]) await as(app, await makeAdmin(app, owner))(evidence.open, ask)
    const { name } = await app.db
      .selectFrom('evidence')
      .where('decision_id', '=', id)
      .select('name')
      .executeTakeFirstOrThrow()
    return { params: { id, file: name } }
  },
  'seals.request': async (app, owner) => {
    const post = await makePost(app, await makeStudent(app, owner), { anonymous: true })
    return { body: { kind: 'post', id: post.id, category: 'danger', reason: sealReason } }
  },
  'seals.list': async (app, owner) => {
    await sampleSealRequest(app, await makeAdmin(app, owner))
    return {}
  },
  'seals.approve': sampleSealDecision(),
  'seals.decline': sampleSealDecision(),
  'seals.countersign': sampleSealDecision('danger'),
  'seals.withdraw': async (app, owner) => ({ params: { id: await sampleSealRequest(app, owner) } }),
  'seals.author': async (app, owner) => {
    const id = await sampleSealRequest(app, owner)
    const approve = { params: { id }, body: { reason: 'It is needed' } }
    await as(app, await makeAdmin(app, owner))(seals.approve, approve)
    return { params: { id } }
  },
  'content.reveal': async (app, owner) => {
    const post = await makePost(app, owner, { anonymous: true })
    return {
      params: { id: post.id },
      body: { type: 'post', category: 'danger', reason: 'A threat to someone’s life' },
    }
  },
}
