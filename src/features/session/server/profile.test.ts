import { expect, test } from 'vitest'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { session } from '../contract.ts'

const { app, ada } = await campus({ people: { ada: { name: 'Ada' } } })

const change = (body: object, person: { cookie: string } = ada) => as(app, person)(session.updateMe, { body })
const loadRow = ({ id }: TestUser) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('updates only the fields that a user sent', async () => {
  const { body } = await change({ name: ' Ada L. ', bio: 'Proofs', website: 'ada.example', graduation_year: 2028 })
  expect(body).toMatchObject({ name: 'Ada L.', bio: 'Proofs', website: 'https://ada.example', graduation_year: 2028 })
  expect((await change({ major: 'Mathematics' })).body).toMatchObject({ bio: 'Proofs', major: 'Mathematics' })
  expect((await change({ bio: '', website: null })).body).toMatchObject({ bio: null, website: null, name: 'Ada L.' })
  expect((await change({})).body).toMatchObject({ name: 'Ada L.', major: 'Mathematics' })
  expect((await change({ name: 'Eve' }, signedOut)).status).toBe(401)
})

test('ignores profile fields that a user may not set', async () => {
  const before = await loadRow(ada)
  const other = await makeSchool(app)
  const wish = {
    id: '00000000-0000-4000-8000-000000000000',
    school_id: other.id,
    school: 'Elsewhere',
    email: 'dean@elsewhere.example',
    role: 'site_admin',
    can_manage_ads: true,
    created_at: 0,
    deleted_at: null,
    last_active_at: 0,
    terms_version: 'none',
    terms_accepted_at: 0,
    blocked_as: null,
    blocked_until: 0,
    is_active: false,
    points: 1000,
  }
  const { status, body } = await change({ ...wish, bio: 'Stored' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: ada.id, role: 'student', email: ada.email, can_manage_ads: false })
  expect(await loadRow(ada)).toEqual({ ...before, bio: 'Stored' })
})

test.each([
  ['a blank name', { name: ' ' }, 'Enter your name'],
  ['no name at all', { name: null }, 'name is missing or invalid'],
  ['a too long name', { name: 'x'.repeat(101) }, 'Keep this within 100 characters'],
  ['a too long bio', { bio: '🙂'.repeat(501) }, 'Keep this within 500 characters'],
  ['a year as text', { graduation_year: '2028' }, 'graduation_year is missing or invalid'],
  ['a year long ago', { graduation_year: 1800 }, 'Enter a valid graduation year'],
  ['a bio that is a list', { bio: ['x'] }, 'bio is missing or invalid'],
  ['a bio with a NUL', { bio: 'a\0b' }, 'This text contains characters we can’t save'],
])('rejects %s and stores nothing', async (_what, body, error) => {
  const before = await loadRow(ada)
  expect(await change({ major: 'Changed', ...body })).toMatchObject({ status: 400, body: { success: false, error } })
  expect(await loadRow(ada)).toEqual(before)
})

test('accepts only web URLs as website', async () => {
  for (const website of [
    'javascript:alert(1)',
    'JaVaScRiPt://x.example/%0aalert(1)',
    'data:text/html,x',
    '//evil.example',
    '\\\\evil.example',
    'https://user:pass@evil.example',
    'https://evil.example\\@x.example',
    'https://a b.example',
    'https://localhost',
    'https:/x.example',
    'ftp://x.example',
    'https://',
  ])
    expect((await change({ website })).body.error, website).toBe('Enter a valid web address, e.g. example.com')
  expect((await change({ website: 'http://ada.example/path?x=1#y' })).body.website).toBe(
    'http://ada.example/path?x=1#y',
  )
})

test('attaches and removes the user’s own photos only', async () => {
  const [face, other, cover, picture] = [
    await makeUpload(app, ada, { type: 'avatar', width: 900 }),
    await makeUpload(app, ada, { type: 'avatar' }),
    await makeUpload(app, ada, { type: 'cover' }),
    await makeUpload(app, ada, { type: 'post' }),
  ]
  expect(face.width, 'stored no larger than shown').toBe(512)
  expect((await change({ avatar_url: face.url, cover_photo: cover.url })).body).toMatchObject({
    avatar_url: face.url,
    avatar: face.url,
    cover_photo: cover.url,
  })
  expect((await change({ avatar_url: face.url, bio: 'Same face' })).body).toMatchObject({ avatar_url: face.url })
  const before = await loadRow(ada)
  const grace = await makeUser(app, { school: { id: ada.schoolId, domain: 'photos.example' } })
  const hers = await makeUpload(app, grace, { type: 'avatar' })
  for (const avatar_url of ['https://evil.example/a.png', 'javascript:alert(1)', hers.url, picture.url, cover.url])
    expect(await change({ avatar_url, bio: 'Not stored' }), avatar_url).toMatchObject({ status: 400 })
  expect(await loadRow(ada)).toEqual(before)

  expect((await change({ avatar: other.url })).body.avatar_url).toBe(other.url)
  const shown = (who: TestUser) => app.db.selectFrom('uploads').select('name').where('item_id', '=', who.id).execute()
  expect(await shown(ada)).toHaveLength(2)
  expect((await change({ avatar_url: null, cover_photo: '' })).body).toMatchObject({ avatar: null, cover_photo: null })
  expect(await shown(ada)).toEqual([])
})

test('keeps the shown photo when photos are changed concurrently', async () => {
  const faces = await Promise.all(Array.from({ length: 6 }, () => makeUpload(app, ada, { type: 'avatar' })))
  await Promise.all(faces.map(({ url }) => change({ avatar_url: url })))
  const kept = await app.db.selectFrom('uploads').select('name').where('item_id', '=', ada.id).execute()
  expect(kept).toHaveLength(1)
  expect((await loadRow(ada)).avatar_url).toBe(`/media/${kept[0]?.name}.webp`)
})

test('lets a user turn notification emails off', async () => {
  expect((await change({ email_notifications: false })).body.email_notifications).toBe(false)
  expect((await change({ bio: 'Quiet' })).body.email_notifications).toBe(false)
  expect((await change({ email_notifications: 'yes' })).status).toBe(400)
})
