import { expect, test } from 'vitest'
import type { RequestInput } from '../../../shared/contract.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { makeBlock, makeUser } from '../../../testing/factories/users.ts'
import { confessions } from '../../confessions/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { schools } from '../../schools/contract.ts'

const { app, school, ada, grace, site } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada Byron' }, grace: { name: 'Grace Mbeki' }, site: { role: 'site_admin' } },
  foreign: { people: { stranger: { name: 'Otto Fremd' } } },
})

const setSchool = (body: RequestInput<typeof schools.update>['body']) =>
  as(app, site)(schools.update, { params: { id: school.id }, body })
const confess = (content: string, extra: { confirmed?: boolean } = {}) =>
  as(app, ada)(confessions.create, { body: { content, ...extra } })
const findFlags = async (table: 'posts' | 'comments' | 'confessions') =>
  (await app.db.selectFrom(table).where('school_id', '=', school.id).select('flagged').execute()).map(
    ({ flagged }) => flagged,
  )

test('an anonymous text with a full name answers 409, and 201 with the confirmation', async () => {
  await setSchool({ naming_check: true })
  const text = 'I like  GRACE mbeki very much'
  const refused = await confess(text)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'names_person', what: [{ kind: 'name', name: 'Grace Mbeki' }] })
  expect(await findFlags('confessions')).toEqual([])
  expect((await confess(text, { confirmed: true })).status).toBe(201)
  expect(await findFlags('confessions')).toEqual([true])
  expect((await confess('I like the library in the evening', { confirmed: true })).status).toBe(201)
  expect((await findFlags('confessions')).sort()).toEqual([false, true])
})

test('with the check off, the same text answers 201 immediately', async () => {
  expect((await confess('I like Grace Mbeki very much')).status).toBe(201)
  expect(await findFlags('confessions')).toEqual([false])
})

test('posts and comments are checked only when they are anonymous', async () => {
  await setSchool({ naming_check: true })
  const content = 'Grace Mbeki sings'
  expect((await as(app, ada)(posts.create, { body: { content } })).status).toBe(201)
  expect((await as(app, ada)(posts.create, { body: { content, is_anonymous: true } })).status).toBe(409)
  const confirmed = { content, is_anonymous: true, confirmed: true }
  expect((await as(app, ada)(posts.create, { body: confirmed })).status).toBe(201)
  expect((await findFlags('posts')).sort()).toEqual([false, true])

  const post = await makePost(app, ada, { anonymous: true })
  const comment = { post_id: post.id, content }
  expect((await as(app, ada)(comments.create, { body: comment })).status).toBe(409)
  expect((await as(app, ada)(comments.create, { body: { ...comment, confirmed: true } })).status).toBe(201)
  expect((await as(app, ada)(comments.create, { body: { ...comment, is_anonymous: false } })).status).toBe(201)
  expect((await as(app, grace)(comments.create, { body: comment })).status).toBe(201)
  expect((await findFlags('comments')).sort()).toEqual([false, false, true])
})

test('the note of an anonymous item is checked as its text is', async () => {
  await setSchool({ naming_check: true })
  const note = 'about Grace Mbeki'
  const post = await makePost(app, ada, { anonymous: true })
  const creations = [
    (confirmed: boolean) => as(app, ada)(confessions.create, { body: { content: 'Someone sings', note, confirmed } }),
    (confirmed: boolean) =>
      as(app, ada)(posts.create, { body: { content: 'Someone sings', is_anonymous: true, note, confirmed } }),
    (confirmed: boolean) =>
      as(app, ada)(comments.create, { body: { post_id: post.id, content: 'Someone sings', note, confirmed } }),
  ]
  for (const create of creations) {
    const refused = await create(false)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'names_person', what: [{ kind: 'name', name: 'Grace Mbeki' }] })
    expect((await create(true)).status).toBe(201)
  }
})

test('an edit that adds a name to an anonymous post answers 409, and 200 with the confirmation', async () => {
  await setSchool({ naming_check: true })
  const { id } = await makePost(app, ada, { anonymous: true, content: 'Someone sings' })
  const edit = (body: { content?: string; confirmed?: boolean }) => as(app, ada)(posts.update, { params: { id }, body })
  const refused = await edit({ content: 'Grace Mbeki sings' })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'names_person', what: [{ kind: 'name', name: 'Grace Mbeki' }] })
  expect((await as(app, grace)(posts.show, { params: { id } })).body.data.content).toBe('Someone sings')
  expect(await findFlags('posts')).toEqual([false])
  expect((await edit({ content: 'Grace Mbeki sings', confirmed: true })).status).toBe(200)
  expect(await findFlags('posts')).toEqual([true])
  // The author has confirmed this name. Another one is asked about again.
  expect((await edit({ content: 'Grace Mbeki sings well' })).status).toBe(200)
  expect(await findFlags('posts')).toEqual([true])
  const added = await edit({ content: 'Grace Mbeki sings, call 555-123-4567' })
  expect(added.body).toMatchObject({ code: 'names_person', what: [{ kind: 'phone' }] })
  expect((await edit({ content: 'Someone sings again' })).status).toBe(200)
  expect(await findFlags('posts')).toEqual([false])
})

test('the note of an anonymous post is checked when it changes', async () => {
  await setSchool({ naming_check: true })
  const { id } = await makePost(app, ada, { anonymous: true, content: 'Someone sings' })
  const setNote = (note: string, confirmed?: boolean) =>
    as(app, ada)(posts.setNote, { params: { id }, body: { note, ...(confirmed && { confirmed }) } })
  expect((await setNote('about Grace Mbeki')).body).toMatchObject({
    code: 'names_person',
    what: [{ kind: 'name', name: 'Grace Mbeki' }],
  })
  expect((await setNote('about music')).status).toBe(200)
  expect((await setNote('about Grace Mbeki', true)).status).toBe(200)
  expect(await findFlags('posts')).toEqual([true])
})

test('edits of named posts, of unchanged texts, and at schools without the check ask nothing', async () => {
  const content = 'Grace Mbeki sings'
  const named = await makePost(app, ada, { content: 'Someone sings' })
  const anonymous = await makePost(app, ada, { anonymous: true, content: 'Someone sings' })
  const edit = async (id: string, body: { content?: string; media_urls?: string[] }) =>
    (await as(app, ada)(posts.update, { params: { id }, body })).status
  expect(await edit(anonymous.id, { content })).toBe(200)
  await setSchool({ naming_check: true })
  expect(await edit(named.id, { content })).toBe(200)
  expect(await edit(anonymous.id, { content, media_urls: [] })).toBe(200)
  expect((await findFlags('posts')).sort()).toEqual([false, false])
})

test('phone numbers, email addresses and places of the school count, dates and years do not', async () => {
  await setSchool({ naming_check: true, location_prefixes: ['Room', 'Hall B'] })
  const find = async (text: string) => {
    const { status, body } = await confess(text)
    return status === 201 ? [] : (body as unknown as { what: { kind: string }[] }).what.map(({ kind }) => kind)
  }
  expect(await find('Call me at +44 (0)20 7946 0958')).toEqual(['phone'])
  expect(await find('Write to grace@northfield.example')).toEqual(['email'])
  expect(await find('She lives in room 214, upstairs')).toEqual(['location'])
  expect(await find('hall b is loud, ask 555-123-4567')).toEqual(['phone', 'location'])
  expect(await find('On 2026-11-24 or 24.11.2026 I slept')).toEqual([])
  expect(await find('Roommates of 1999 and 2001 were fine')).toEqual([])
})

test('the check knows the names of the own directory only, as the author can see it', async () => {
  await setSchool({ naming_check: true })
  expect((await confess('Otto Fremd studies elsewhere')).status).toBe(201)
  expect((await confess('Ada Byron is how I call myself')).status).toBe(201)
  expect((await confess('Grace Mbekison is someone else')).status).toBe(201)
  const hidden = await makeUser(app, { school, name: 'Hedy Hidden' })
  await makeBlock(app, hidden, ada)
  expect((await confess('Hedy Hidden blocked me, I think')).status).toBe(201)
})

test('thirty checks a minute are answered, one more is refused', async () => {
  await setSchool({ naming_check: true })
  const answers: number[] = []
  for (let index = 0; index < 31; index++) answers.push((await confess('I like Grace Mbeki very much')).status)
  expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 409))
  expect(answers[30]).toBe(429)
})

test('only site administrators change what the school checks, and bad help lines are refused', async () => {
  const params = { id: school.id }
  expect((await as(app, ada)(schools.update, { params, body: { naming_check: true } })).status).toBe(403)
  const lines = [{ line: 'Night Line 0800 000 000', hours: '20:00–08:00' }]
  expect((await setSchool({ help_lines: lines })).body.data.help_lines).toEqual(lines)
  expect((await setSchool({ help_lines: [{ line: 'Night Line', hours: '' }] })).status).toBe(400)
  expect((await setSchool({ location_prefixes: [''] })).status).toBe(400)
})

test.each([
  ['an unknown default for messages', { default_requests: 'no one' }],
  ['an unknown mode of confessions', { confessions: 'later' }],
  ['minors whose confessions appear immediately', { minors: true, confessions: 'on' }],
  ['too many help lines', { help_lines: Array(11).fill({ line: 'Night Line', hours: 'always' }) }],
  ['a help line that is too long', { help_lines: [{ line: 'x'.repeat(101), hours: 'always' }] }],
  ['too many location prefixes', { location_prefixes: Array.from({ length: 51 }, (_, index) => `Hall ${index}`) }],
  ['a location prefix that is too long', { location_prefixes: ['x'.repeat(41)] }],
  ['a check that is a text', { naming_check: 'on' }],
  ['minors that are a number', { minors: 1 }],
])('a school cannot have %s', async (_what, body) => {
  const load = async () => (await as(app, site)(schools.listAll)).body.data.find(({ id }) => id === school.id)
  const before = await load()
  expect(before).toMatchObject({ default_requests: 'everyone', confessions: 'on', minors: false, naming_check: false })
  expect((await setSchool({ name: 'Renamed', ...body } as never)).status).toBe(400)
  expect(await load()).toEqual(before)
})
