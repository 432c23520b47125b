// Users and items that the demo lacks, for the states of `tour-states.ts` that need them.
import type { APIRequestContext } from '@playwright/test'

/** The first user of an empty school, and a user with the longest possible texts. */
export const firstComer = 'first@emptyfield.example'
export const longName = 'long@northfield.example'
/** A user before the first steps, and one after them. */
export const newcomer = 'newcomer@northfield.example'
export const settling = 'settling@northfield.example'
/** A user who owns one of each item, and the user who interacts with them. */
export const author = 'author@northfield.example'
export const helper = 'helper@northfield.example'
/** A user with a warning, a user blocked by the author, and a user who has deleted their account. */
export const warned = 'warned@northfield.example'
export const blocked = 'blocked@northfield.example'
export const leaver = 'leaver@northfield.example'

export const sealedPost = 'Whispered in the reading room'
/** At a school where two people open a seal. */
export const guardedPost = 'Whispered in the boat house'

const hourSeconds = 3600

/** Creates them. `open` signs a user in and returns a request context. */
export async function createTourPeople(open: (email: string) => Promise<APIRequestContext>): Promise<void> {
  const send = async (as: APIRequestContext, path: string, data: object = {}) => {
    const answer = await as.post(path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    const { data: made, ...rest } = (await answer.json()) as { data?: { id: string } }
    return made ?? (rest as { id: string })
  }
  const enrol = async (email: string) => {
    const as = await open(email)
    await as.post('/api/users/accept-terms')
    if (email !== newcomer) await as.put('/api/users/me', { data: { welcome: email === settling ? 'card' : 'done' } })
    const { id } = (await (await as.get('/api/me')).json()) as { id: string }
    return { as, id }
  }
  const site = await open('site@northfield.example')
  await send(site, '/admin/schools', {
    ...{ name: 'Emptyfield College', email_domain: 'emptyfield.example', country: 'Iceland', timezone: 'UTC' },
  })
  await enrol(firstComer)
  await enrol(newcomer)
  await enrol(settling)
  const { as: long } = await enrol(longName)
  const word = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwe'
  const name = `Adolphine ${word} von und zu Hohenlohe`.slice(0, 100)
  await long.put('/api/users/me', { data: { name, bio: `${word} `.repeat(8), location: word, major: word } })
  await send(long, '/api/posts', { content: `${word.repeat(6)}\n\nhttps://example.org/${word.repeat(3)}` })

  const { as } = await enrol(author)
  const { as: other, id: otherId } = await enrol(helper)
  const { id: warnedId } = await enrol(warned)
  const { id: blockedId } = await enrol(blocked)
  const dean = await open('dean@northfield.example')

  const start = Math.floor(Date.now() / 1000) + 3 * hourSeconds
  const dates = { start_date: start, end_date: start + hourSeconds }
  await send(as, '/api/events', { title: 'Kite day', description: 'Bring string.', location: 'The lawn', ...dates })
  const goods = { category: 'other', condition: 'good', images: [] }
  await send(as, '/api/marketplace', { title: 'Author’s lamp', description: 'It works.', price: 5, ...goods })
  await send(as, '/api/confessions', { content: 'I hum in the library, but only scales.' })
  const description =
    'Why is $x^2 = 4$ solved by two numbers?\n\n```python\nroots = [-2, 2]  # both\n```\n\n<b>No HTML</b>'
  const question = await send(as, '/assignments', { title: 'Two roots of four', description, subject: 'Mathematics' })
  await send(other, `/assignments/${question.id}/answers`, { content: 'Because $(-2)^2$ is 4 as well.' })
  const group = await send(as, '/api/groups', { name: 'Secret tea', type: 'private', rules: 'Pour quietly' })
  await send(other, `/api/groups/${group.id}/join`, { message: 'I bring biscuits' })
  const title = 'Chess on Friday'
  const begun = await as.post('/conversations', { data: { participants: [otherId, warnedId], title } })
  const { conversation_id } = (await begun.json()) as { conversation_id: string }
  await send(as, `/conversations/${conversation_id}/messages`, { content: 'Board is set' })
  await send(other, `/conversations/${conversation_id}/leave`)
  await send(as, `/api/friends/block/${blockedId}`)

  const sealed = await send(as, '/api/posts', { content: sealedPost, is_anonymous: true })
  for (const reporter of [other, await open('ada@northfield.example')])
    await send(reporter, `/api/posts/${sealed.id}/report`, { reason: 'harassment' })
  const opened = await send(as, '/api/posts', { content: 'Shouted in the reading room', is_anonymous: true })
  const grounds = { type: 'post', category: 'danger', reason: 'A threat to someone’s life' }
  await send(dean, `/admin/content/${opened.id}/reveal`, grounds)

  // Easton's moderators open seals in pairs: one request waits, one is approved, one is declined, one was urgent.
  const [linus, margaret] = [await open('linus@easton.example'), await open('margaret@easton.example')]
  const head = await open('head@easton.example')
  const ask = async (as: APIRequestContext, content: string, category: string) => {
    const { id } = await send(linus, '/api/posts', { content, is_anonymous: true })
    await send(margaret, `/api/posts/${id}/report`, { reason: 'harassment' })
    const reason = 'It names the room of another student, who is afraid to go home.'
    const { request_id } = (await send(as, '/admin/seals', { kind: 'post', id, category, reason })) as unknown as {
      request_id: string
    }
    return request_id
  }
  await ask(head, guardedPost, 'harassment')
  await ask(site, 'Margaret wears her brother’s coat. Ask her why.', 'threat')
  const approved = await ask(head, 'Room 14 has a spare key below the mat.', 'threat')
  await send(site, `/admin/seals/${approved}/approve`, { reason: 'The threat is credible.' })
  const declined = await ask(head, 'The head of school cannot count.', 'other')
  await send(site, `/admin/seals/${declined}/decline`, { reason: 'Rude, and not dangerous.' })
  await ask(head, 'I will not be here tomorrow. Do not look for me.', 'danger')
  await send(dean, '/admin/moderation/action', { type: 'warn', userId: warnedId, reason: 'Please be kind.' })

  const { as: leaving } = await enrol(leaver)
  await leaving.delete('/api/users/me', { data: { confirm: true, anonymous: 'keep' } })
}
