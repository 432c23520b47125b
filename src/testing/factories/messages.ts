import type { Media } from '../../features/media/contract.ts'
import { type Message, messages } from '../../features/messages/contract.ts'
import { type Conversation, conversations } from '../../features/messages/conversation-contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

/** Starts a conversation over HTTP: direct with one other participant (returned again if it exists), new with several. */
export async function makeConversation(app: App, person: TestUser, others: readonly TestUser[]): Promise<Conversation> {
  const ask = { body: { participants: others.map(({ id }) => id) } }
  const { status, body } = await as(app, person)(conversations.create, ask)
  if (status !== 201 && status !== 409) throw new Error(`${person.name} could not begin: ${status} ${body.error}`)
  return body.data
}

export async function makeMessage(
  app: App,
  sender: TestUser,
  conversation: { readonly id: string },
  { content, image, files = [] }: { content?: string; image?: Media; files?: readonly Media[] } = {},
): Promise<Message> {
  const attachment_urls = files.map(({ url }) => url)
  const body = {
    content: content ?? (files.length > 0 ? '' : 'See you at noon'),
    ...(image ? { type: 'image', image_url: image.url } : {}),
    ...(files.length > 0 ? { attachment_urls } : {}),
  }
  const sent = await as(app, sender)(messages.send, { params: { id: conversation.id }, body })
  if (sent.status !== 201) throw new Error(`${sender.name} could not send: ${sent.status} ${sent.body.error}`)
  return sent.body.data
}
