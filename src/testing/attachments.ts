import { media, type Purpose } from '../features/media/contract.ts'
import { messages } from '../features/messages/contract.ts'
import { as } from './app.ts'
import { campus } from './campus.ts'
import { makeConversation } from './factories/messages.ts'
import { makeUser, type TestUser } from './factories/users.ts'

/** A campus for tests of what is attached to messages: its users, and what they do with files. */
export async function messageCampus() {
  const { app, school, dean, alan } = await campus({ people: { dean: { role: 'admin' }, alan: {} } })
  const fetchFile = (person: TestUser, url: string) => app.http.inject({ url, headers: { cookie: person.cookie } })
  return {
    app,
    school,
    dean,
    alan,
    fetchFile,
    statusFor: async (person: TestUser, url: string) => (await fetchFile(person, url)).statusCode,
    upload(person: TestUser, type: Purpose, name: string, bytes: Buffer) {
      const form = new FormData()
      form.set('type', type)
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      return as(app, person)(media.upload, { body: form })
    },
    send: (person: TestUser, id: string, body: object) => as(app, person)(messages.send, { params: { id }, body }),
    /** Two new users with a conversation. */
    async pair() {
      const [writer, reader] = [await makeUser(app, { school, name: 'Writer' }), await makeUser(app, { school })]
      const { id } = await makeConversation(app, writer, [reader])
      return { writer, reader, id }
    },
  }
}
