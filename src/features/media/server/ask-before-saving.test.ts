// "Ask before saving": which pictures say it. Anonymous items never do, because it would tell something of their author.
import { expect, test } from 'vitest'
import { as, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAnswer, makeAssignment } from '../../../testing/factories/assignments.ts'
import { makeGroup, makeGroupPost } from '../../../testing/factories/groups.ts'
import { makeListing } from '../../../testing/factories/marketplace.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { answers, assignments } from '../../assignments/contract.ts'
import { groupPosts } from '../../group-posts/contract.ts'
import { marketplace } from '../../marketplace/contract.ts'
import { messages } from '../../messages/contract.ts'
import { people } from '../../people/contract.ts'
import { safety } from '../../people/safety-contract.ts'
import { posts } from '../../posts/contract.ts'
import { schools } from '../../schools/contract.ts'
import type { Media } from '../contract.ts'

const { app, school, ada, grace, site } = await campus({
  perTest: true,
  people: { ada: {}, grace: {}, site: { role: 'site_admin' } },
})
const ask = (who: TestUser, ask_before_saving = true) => as(app, who)(safety.update, { body: { ask_before_saving } })
const upload = (type: Parameters<typeof makeUpload>[2] & object = {}) => makeUpload(app, ada, type)

/** Creates an item of Ada's with a picture. Returns what Grace reads of the picture. */
const items: Readonly<Record<string, () => Promise<() => Promise<Media | null | undefined>>>> = {
  post: async () => {
    const { id } = await makePost(app, ada, { media: [await upload()] })
    return async () => (await as(app, grace)(posts.show, { params: { id } })).body.data.media[0]
  },
  'group post': async () => {
    const group = await makeGroup(app, ada)
    const { url } = await upload({ type: 'group_post' })
    const { id } = await makeGroupPost(app, ada, group, { images: [url] })
    return async () =>
      (await as(app, grace)(groupPosts.list, { params: { gid: group.id } })).body.data.find((post) => post.id === id)
        ?.media[0]
  },
  listing: async () => {
    const { id } = await makeListing(app, ada, { images: [(await upload({ type: 'listing' })).url] })
    return async () => (await as(app, grace)(marketplace.show, { params: { id } })).body.data.media[0]
  },
  question: async () => {
    const { id } = await makeAssignment(app, ada, { images: [(await upload({ type: 'assignment' })).url] })
    return async () => (await as(app, grace)(assignments.show, { params: { id } })).body.data.media[0]
  },
  answer: async () => {
    const question = await makeAssignment(app, grace)
    await makeAnswer(app, ada, question, { images: [(await upload({ type: 'answer' })).url] })
    return async () => (await as(app, grace)(answers.list, { params: { id: question.id } })).body.data[0]?.media[0]
  },
  message: async () => {
    const conversation = await makeConversation(app, ada, [grace])
    await makeMessage(app, ada, conversation, { image: await upload({ type: 'message' }) })
    return async () => (await as(app, grace)(messages.list, { params: { id: conversation.id } })).body.data[0]?.image
  },
}

test.each(Object.entries(items))('a picture of a %s says it while its author wishes so', async (_kind, create) => {
  const read = await create()
  expect(await read()).toMatchObject({ kind: 'image' })
  expect(await read(), 'by default').not.toHaveProperty('ask_before_saving')
  expect((await ask(ada)).status).toBe(200)
  expect(await read()).toMatchObject({ ask_before_saving: true })
  await ask(ada, false)
  expect(await read()).not.toHaveProperty('ask_before_saving')
})

test('pictures of anonymous posts never say it, before and after they are published', async () => {
  await ask(ada)
  const { id } = await makePost(app, ada, { media: [await upload()], anonymous: true })
  for (const viewer of [ada, grace]) {
    const { media } = (await as(app, viewer)(posts.show, { params: { id } })).body.data
    expect(media).toHaveLength(1)
    expect(media[0]).not.toHaveProperty('ask_before_saving')
  }
  const slow = await campus({ config: { ...testConfig, anonymousDelaySeconds: 120 }, people: { bo: {} } })
  await as(slow.app, slow.bo)(safety.update, { body: { ask_before_saving: true } })
  const media = [await makeUpload(slow.app, slow.bo)]
  const pending = await makePost(slow.app, slow.bo, { media, anonymous: true })
  expect(pending).toMatchObject({ pending: true, media: [{ kind: 'image' }] })
  expect(pending.media[0]).not.toHaveProperty('ask_before_saving')
})

test('minors start with it, and change it', async () => {
  const show = async () => (await as(app, grace)(people.show, { params: { id: ada.id } })).body.data
  const read = await items.post?.()
  expect(await show()).toMatchObject({ ask_before_saving: false })
  const body = { minors: true, confessions: 'read_first' } as const
  expect((await as(app, site)(schools.update, { params: { id: school.id }, body })).status).toBe(200)
  expect(await show()).toMatchObject({ ask_before_saving: true })
  expect(await read?.()).toMatchObject({ ask_before_saving: true })
  expect((await ask(ada, false)).body.data).toMatchObject({ ask_before_saving: false, is_minor: true })
  expect(await show()).toMatchObject({ ask_before_saving: false })
  expect(await read?.()).not.toHaveProperty('ask_before_saving')
})
