import { appeals } from '../../features/appeals/contract.ts'
import { content } from '../../features/moderation/content-contract.ts'
import { newId } from '../../shared/server/db/sql.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import { findRuleId, makeAppeal, makeModeratorMessage, makeWarning } from '../factories/decisions.ts'
import { makePost } from '../factories/posts.ts'
import type { TestUser } from '../factories/users.ts'
import { makeStudent, type Sample, type Samples } from './sample.ts'

/** An appeal of a student, claimed by the owner of the call. */
const sampleClaim = async (app: App, owner: TestUser) => {
  const { id } = await makeAppeal(app, await makeStudent(app, owner))
  await as(app, owner)(appeals.claim, { params: { id } })
  return { params: { id } }
}
const sampleAppeal: Sample = async (app, owner) => ({ params: { id: (await makeAppeal(app, owner)).id } })
const sampleRule: Sample = async (app, owner) => ({
  params: { id: await findRuleId(app, owner.schoolId) },
  body: { title: 'Be kind', text: 'Be kind to other people.', reasons: ['harassment'], position: 1 },
})
const facts = 'It names where a student lives.'

export const decisionsSamples: Samples = {
  'decisions.show': async (app, owner) => ({ params: { id: await makeWarning(app, owner) } }),
  'decisions.withhold': async (app, owner) => ({
    params: { id: (await makePost(app, await makeStudent(app, owner))).id },
    body: { type: 'post', rule_id: await findRuleId(app, owner.schoolId), facts },
  }),
  'decisions.label': async (app, owner) => ({
    params: { id: (await makePost(app, await makeStudent(app, owner))).id },
    body: { type: 'post', note: 'exams', rule_id: await findRuleId(app, owner.schoolId), facts },
  }),
  'decisions.restore': async (app, owner) => {
    const post = await makePost(app, await makeStudent(app, owner))
    await as(app, owner)(content.remove, { params: { id: post.id } })
    return { params: { id: post.id }, body: { type: 'post', reason: 'A mistake' } }
  },
  'rules.create': async () => ({ body: { title: 'Be kind', text: 'Be kind to others.', reasons: [], position: 1 } }),
  'rules.update': sampleRule,
  'rules.remove': async (app, owner) => ({ params: { id: await findRuleId(app, owner.schoolId) } }),
  'appeals.create': async (app, owner) => ({
    params: { id: await makeWarning(app, owner) },
    body: { text: 'I was not there.' },
  }),
  'appeals.write': async (app, owner) => {
    const { id } = await makeAppeal(app, owner)
    await makeModeratorMessage(app, owner.schoolId, id)
    return { params: { id }, body: { text: 'At home.' } }
  },
  'appeals.withdraw': sampleAppeal,
  'appeals.askAgain': async (app, owner) => {
    const post = await makePost(app, await makeStudent(app, owner))
    const id = newId()
    // Not by a request: a user may make 50 reports per day, and some tests take more samples.
    await app.db
      .insertInto('reports')
      .values({
        ...{ school_id: owner.schoolId, id, reporter_id: owner.id, kind: 'post', content_id: post.id },
        ...{ reason: 'spam', content: 'Reported words', status: 'dismissed' },
        ...{ settled_at: new Date(), settled_by_name: 'Dean' },
      })
      .execute()
    return { params: { id }, body: { text: 'Please read it again.' } }
  },
  'appeals.claim': async (app, owner) => ({
    params: { id: (await makeAppeal(app, await makeStudent(app, owner))).id },
  }),
  'appeals.release': sampleClaim,
  'appeals.answer': async (app, owner) => ({ ...(await sampleClaim(app, owner)), body: { text: 'Where were you?' } }),
  'appeals.decide': async (app, owner) => ({
    ...(await sampleClaim(app, owner)),
    body: { outcome: 'upheld', reason: 'Three people saw it.' },
  }),
  'appeals.close': async (app, owner) => ({ ...(await sampleClaim(app, owner)), body: { reason: 'Only insults.' } }),
}
