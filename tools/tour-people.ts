// Users and items that the demo lacks, for the states of `tour-states.ts` that need them.
import type { APIRequestContext } from '@playwright/test'
import { picture } from '../e2e/pictures.ts'
import { makeOpusPackets, makeWebm } from '../src/testing/recordings.ts'

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
  const { as: reserved } = await enrol(settling)
  await reserved.put('/api/users/me/safety', { data: { profile: 'friends_and_groups', ask_before_saving: true } })
  const photo = { name: 'a.png', mimeType: 'image/png', buffer: await picture(400, 300) }
  const upload = async (type: string) => {
    const stored = await reserved.post('/upload', { multipart: { type, file: photo } })
    return ((await stored.json()) as { data: { url: string } }).data.url
  }
  await reserved.put('/api/users/me', { data: { avatar_url: await upload('avatar') } })
  await send(reserved, '/api/posts', { content: 'Found by the sundial', media_urls: [await upload('post')] })
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
  const dozen = { start_date: start + 24 * hourSeconds, end_date: start + 25 * hourSeconds }
  const knots = await send(as, '/api/events', {
    title: 'Knots at dusk',
    description: 'Rope is there.',
    location: 'Quay',
    ...dozen,
  })
  await send(other, `/api/events/${knots.id}/rsvp`, { status: 'attending' })
  await as.delete(`/api/events/${knots.id}/attendees/${otherId}`)
  const lamps = { series: { freq: 'weekly', count: 4 }, max_attendees: 1 }
  const series = { title: 'Lantern walk', description: 'Wear boots.', location: 'Gate', ...dozen, ...lamps }
  const walk = await send(as, '/api/events', series)
  await send(other, `/api/events/${walk.id}/rsvp`, { status: 'attending' })
  const goods = { category: 'other', condition: 'good', images: [] }
  const lamp = await send(as, '/api/marketplace', {
    title: 'Author’s lamp',
    description: 'It works.',
    price: 5,
    ...goods,
  })
  await send(other, `/api/marketplace/${lamp.id}/interest`, { message: 'Does it dim?' })
  const { school_id } = (await (await dean.get('/api/me')).json()) as { school_id: string }
  const places = [
    { name: 'Hollis Library, main entrance', map: 'Below the clock', hours: 'Mon to Fri, 8:00 to 20:00' },
    { name: 'Porter’s lodge', map: 'Marsh Gate', hours: 'Always' },
  ]
  await dean.put(`/admin/schools/${school_id}/places`, { data: { places } })
  const { data: listed } = (await (await other.get('/api/schools/places')).json()) as { data: { id: number }[] }
  const meeting = { place_id: listed[0]?.id, at: start + 48 * hourSeconds }
  await send(other, `/api/marketplace/${lamp.id}/meeting`, meeting)
  const shelf = await send(as, '/api/marketplace', {
    title: 'Author’s bookcase',
    description: 'Pine.',
    price: 30,
    ...goods,
  })
  await as.put(`/api/marketplace/${shelf.id}`, { data: { price: 25 } })
  await send(other, `/api/marketplace/${shelf.id}/interest`, { message: 'Does it come apart?' })
  await send(as, `/api/marketplace/${shelf.id}/state`, { state: 'reserved', for: otherId })
  const kettle = await send(as, '/api/marketplace', {
    title: 'Author’s kettle',
    description: 'Boils.',
    price: 3,
    ...goods,
  })
  await send(as, `/api/marketplace/${kettle.id}/state`, { state: 'sold' })
  const book = { kind: 'wanted', isbn: '9780131103627', course: 'Statistics 1', category: 'textbooks' }
  await send(as, '/api/marketplace', { title: 'Author’s statistics book', description: 'Any.', price: 10, ...book })
  const filters = { search: 'lamp', price_max: '20' }
  await send(as, '/api/marketplace/searches', { name: 'Cheap lamps', filters })
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
  const notes = {
    name: 'Openings of the autumn tournament.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('1. e4 e5'),
  }
  const stored = await as.post('/upload', { multipart: { type: 'message_file', file: notes } })
  const { data: file } = (await stored.json()) as { data: { url: string } }
  await send(as, `/conversations/${conversation_id}/messages`, { attachment_urls: [file.url] })
  const photos: string[] = []
  for (const width of [200, 240, 280, 320, 360, 400]) {
    const photo = { name: 'a.png', mimeType: 'image/png', buffer: await picture(width, 240) }
    const shown = await as.post('/upload', { multipart: { type: 'message', file: photo } })
    photos.push(((await shown.json()) as { data: { url: string } }).data.url)
  }
  await send(as, `/conversations/${conversation_id}/messages`, { attachment_urls: photos, content: 'The boards' })
  const ofChat = { name: 'a.png', mimeType: 'image/png', buffer: await picture(200, 200) }
  const uploaded = await as.post('/upload', { multipart: { type: 'message', file: ofChat } })
  const { data: chosen } = (await uploaded.json()) as { data: { url: string } }
  await as.patch(`/api/conversations/${conversation_id}`, { data: { picture_url: chosen.url } })
  const recorded = { name: 'a.webm', mimeType: 'audio/webm', buffer: makeWebm(makeOpusPackets(2050)) }
  const spoken = await as.post('/upload', { multipart: { type: 'voice', file: recorded } })
  const { data: sound } = (await spoken.json()) as { data: { url: string } }
  const waveform = Array.from({ length: 40 }, (_, index) => Math.round(50 + 45 * Math.sin(index * index)))
  const voice = { url: sound.url, waveform, transcript: 'I bring the clocks.' }
  await send(as, `/conversations/${conversation_id}/messages`, { voice })
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
