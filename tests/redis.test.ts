// What Redis holds while people write to each other: nothing that names or quotes anyone.
import { afterAll, expect } from 'vitest'
import { messages } from '../src/features/messages/contract.ts'
import { conversations } from '../src/features/messages/conversation-contract.ts'
import { drafts } from '../src/features/messages/later-contract.ts'
import { pins } from '../src/features/messages/pin-contract.ts'
import { as, closeTestApps, openTestApp, testConfig } from '../src/testing/app.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makeSchool, makeUser } from '../src/testing/factories/users.ts'
import { isInstalled, testWith } from '../src/testing/requirements.ts'
import { openStream } from '../src/testing/streams.ts'
import { freePort, startRedis } from '../tools/services.ts'
import { readRedis } from './thief/loot.ts'

const redis = isInstalled('redis-server') ? await startRedis(await freePort()) : undefined
afterAll(async () => {
  await closeTestApps() // before the Redis that they use
  await redis?.stop()
})

testWith('redis-server')('Redis holds no text, name or id of a message', { timeout: 60_000 }, async () => {
  const redisUrl = redis?.url ?? ''
  const app = await openTestApp({ ...testConfig, redisUrl }, { alone: true })
  const school = await makeSchool(app)
  const [ada, bo, cy] = await Promise.all(
    ['Ada Pelican', 'Bo Pelican', 'Cy Pelican'].map((name) => makeUser(app, { school, name })),
  )
  if (!ada || !bo || !cy) throw new Error('Three users are needed.')
  const stream = await openStream(app, bo)
  const direct = await makeConversation(app, ada, [bo])
  const several = await makeConversation(app, ada, [bo, cy])
  const sent = []
  for (const conversation of [direct, several]) {
    const message = await makeMessage(app, ada, conversation, { content: 'A pelican sings @Bo Pelican' })
    sent.push(message)
    const params = { id: message.id }
    const reply = { content: 'Does the pelican?', reply_to: message.id }
    await as(app, bo)(messages.send, {
      params: { id: conversation.id },
      body: reply,
      headers: { 'idempotency-key': `pelican ${message.id}` },
    })
    await as(app, ada)(messages.update, { params, body: { content: 'The pelican sang' } })
    await as(app, bo)(messages.react, { params: { ...params, emoji: '👍' } })
    await as(app, bo)(pins.add, { params })
    await as(app, bo)(conversations.typing, { params: { id: conversation.id } })
    await as(app, bo)(conversations.read, { params: { id: conversation.id } })
    await as(app, bo)(drafts.save, { params: { id: conversation.id }, body: { text: 'pelican, unsent' } })
    await as(app, ada)(messages.remove, { params })
  }
  await as(app, ada)(conversations.update, { params: { id: several.id }, body: { title: 'Pelicans' } })
  const event = await stream.next('message.created')
  expect(JSON.stringify(event.body), 'the event has the text').toContain('pelican')

  const held = await readRedis(redisUrl)
  expect(held.find((entry) => entry.startsWith('quad:live'))?.length, 'Redis has the events').toBeGreaterThan(2000)
  const ids = [school.id, ...[ada, bo, cy, direct, several, ...sent].map(({ id }) => id)]
  for (const entry of held) for (const trace of ['elican', ...ids]) expect(entry).not.toContain(trace)
})
