// Who may fetch an upload, by the item that shows it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contentTypes, mediaAccess } from '../src/app/registries.ts'
import { ads } from '../src/features/ads/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { type Media, media, type Purpose, purposes } from '../src/features/media/contract.ts'
import { messages } from '../src/features/messages/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { session } from '../src/features/session/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeAnswer, makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeGroup, makeGroupEvent, makeGroupPost } from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makePost } from '../src/testing/factories/posts.ts'
import { makeProfessor } from '../src/testing/factories/professors.ts'
import { deleteUser, makeBlock, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { makeOpusPackets, makeWebm } from '../src/testing/recordings.ts'

const { app, school, ...readers } = await campus({
  people: { student: {}, blocked: {}, admin: { role: 'admin' }, site: { role: 'site_admin' } },
  foreign: { people: { stranger: {} } },
})

type Reader = 'student' | 'blocked' | 'admin' | 'site' | 'stranger'
const classmates: readonly Reader[] = ['student', 'blocked', 'admin', 'site']
const unblocked: readonly Reader[] = ['student', 'admin', 'site']
const moderators: readonly Reader[] = ['admin', 'site']
const all: readonly Reader[] = [...classmates, 'stranger']

type Example = {
  readonly itemType: string
  /** What shows the upload, for the title of the test. */
  readonly item: string
  readonly purpose: Purpose
  /** Absent: a picture. */
  readonly file?: { readonly name?: string; readonly file: Buffer }
  /** Shows the owner's upload. Returns the URL of what is shown, if it is another file. */
  show(owner: TestUser, upload: Media): Promise<unknown>
  /** Who reads it besides its owner. */
  readonly readBy: readonly Reader[]
  /** The same after the owner deleted their account. */
  readonly readWithoutOwner?: readonly Reader[]
}

const dates = { start_date: 4_000_000_000, end_date: 4_000_003_600 }

const examples: readonly Example[] = [
  {
    itemType: 'avatar',
    item: 'a profile as avatar',
    purpose: 'avatar',
    show: (owner, { url }) => as(app, owner)(session.updateMe, { body: { avatar_url: url } }),
    readBy: classmates,
  },
  {
    itemType: 'cover',
    item: 'a profile as cover',
    purpose: 'cover',
    show: (owner, { url }) => as(app, owner)(session.updateMe, { body: { cover_photo: url } }),
    readBy: unblocked,
  },
  {
    itemType: 'post',
    item: 'a signed post',
    purpose: 'post',
    show: (owner, upload) => makePost(app, owner, { media: [upload] }),
    readBy: unblocked,
  },
  {
    itemType: 'post',
    item: 'an anonymous post',
    purpose: 'post',
    show: (owner, upload) => makePost(app, owner, { media: [upload], anonymous: true }),
    readBy: classmates,
    readWithoutOwner: classmates,
  },
  {
    itemType: 'event',
    item: 'an event',
    purpose: 'event',
    show: (owner, { url: image_url }) => {
      const body = { title: 'An event', description: 'All day', location: 'Hall', image_url, ...dates }
      return as(app, owner)(events.create, { body })
    },
    readBy: unblocked,
  },
  {
    itemType: 'event',
    item: 'an event of a private group',
    purpose: 'event',
    show: async (owner, { url: image_url }) =>
      makeGroupEvent(app, owner, await makeGroup(app, owner, { type: 'private' }), { image_url }),
    readBy: moderators,
  },
  {
    itemType: 'group',
    item: 'a private group as avatar',
    purpose: 'group',
    show: (owner, { url: avatar_url }) => makeGroup(app, owner, { type: 'private', avatar_url }),
    readBy: classmates,
    readWithoutOwner: classmates,
  },
  {
    itemType: 'group_post',
    item: 'a post of a public group',
    purpose: 'group_post',
    show: async (owner, { url }) => makeGroupPost(app, owner, await makeGroup(app, owner), { images: [url] }),
    readBy: unblocked,
  },
  {
    itemType: 'group_post',
    item: 'a post of a private group',
    purpose: 'group_post',
    show: async (owner, { url }) =>
      makeGroupPost(app, owner, await makeGroup(app, owner, { type: 'private' }), { images: [url] }),
    readBy: moderators,
  },
  {
    itemType: 'listing',
    item: 'a listing',
    purpose: 'listing',
    show: (owner, { url }) => makeListing(app, owner, { images: [url] }),
    readBy: unblocked,
  },
  {
    itemType: 'assignment',
    item: 'a question',
    purpose: 'assignment',
    show: (owner, { url }) => makeAssignment(app, owner, { images: [url] }),
    readBy: unblocked,
  },
  {
    itemType: 'assignment_answer',
    item: 'an answer',
    purpose: 'answer',
    show: async (owner, { url }) =>
      makeAnswer(app, owner, await makeAssignment(app, readers.student), { images: [url] }),
    readBy: unblocked,
  },
  {
    itemType: 'professor',
    item: 'a professor as avatar',
    purpose: 'professor',
    async show(owner) {
      const background = { r: 20, g: 80, b: 40 }
      const face = sharp({ create: { width: 30, height: 30, channels: 3, background } })
      return (await makeProfessor(app, owner, {}, await face.png().toBuffer())).avatar_url
    },
    readBy: classmates,
    readWithoutOwner: classmates,
  },
  {
    itemType: 'message',
    item: 'a message between others',
    purpose: 'message',
    show: async (owner, image) =>
      makeMessage(app, owner, await makeConversation(app, owner, [await makeUser(app, { school })]), { image }),
    readBy: [],
  },
  {
    itemType: 'message',
    item: 'a message as file',
    purpose: 'message_file',
    file: { name: 'notes.pdf', file: Buffer.from('%PDF-1.7') },
    async show(owner, file) {
      await makeMessage(app, owner, await makeConversation(app, owner, [readers.student]), { files: [file] })
    },
    readBy: ['student'],
  },
  {
    itemType: 'message',
    item: 'a message as voice note',
    purpose: 'voice',
    file: { file: makeWebm(makeOpusPackets(50)) },
    async show(owner, { url }) {
      const { id } = await makeConversation(app, owner, [readers.student])
      await as(app, owner)(messages.send, { params: { id }, body: { voice: { url, waveform: Array(40).fill(1) } } })
    },
    readBy: ['student'],
  },
  {
    itemType: 'ad',
    item: 'an ad',
    purpose: 'ad',
    show: (owner, { url: image_url }) => {
      const body = { title: 'Tea', description: 'Hot', target_url: 'https://tea.example', image_url }
      return as(app, owner)(ads.create, { body })
    },
    readBy: all,
    readWithoutOwner: all,
  },
]

const statusFor = async (person: { readonly cookie: string }, url: string) =>
  (await as(app, person)(media.file, { params: { file: url.slice('/media/'.length) } })).status

async function findReaders(url: string): Promise<Reader[]> {
  const found: Reader[] = []
  for (const reader of all) {
    const status = await statusFor(readers[reader], url)
    expect([200, 404], reader).toContain(status)
    if (status === 200) found.push(reader)
  }
  return found
}

const findItemType = async (url: string) => {
  const uploads = app.db.selectFrom('uploads').where('name', '=', url.slice(7, 39))
  return (await uploads.select('item_kind').executeTakeFirstOrThrow()).item_kind
}

test.each(examples)(
  'shows the upload of $item to its owner and the listed readers only',
  async ({ itemType, purpose, file, show, readBy, readWithoutOwner = [] }) => {
    const owner = await makeUser(app, { school, role: itemType === 'ad' ? 'site_admin' : 'student' })
    await makeBlock(app, owner, readers.blocked)
    const upload = await makeUpload(app, owner, { type: purpose, ...file })
    expect(await findReaders(upload.url), 'before an item shows it').toEqual([])
    const shown = await show(owner, upload)
    const url = typeof shown === 'string' ? shown : upload.url
    expect(await findItemType(url)).toBe(itemType)
    expect(await statusFor(owner, url)).toBe(200)
    expect(await findReaders(url)).toEqual(readBy)
    await deleteUser(app, owner)
    expect(await findReaders(url), 'after the owner deleted their account').toEqual(readWithoutOwner)
  },
)

test('shows the upload of an item type without a rule to its owner only, and to moderators what a report keeps', async () => {
  const owner = await makeUser(app, { school })
  const { url } = await makeUpload(app, owner)
  const name = url.slice(7, 39)
  await app.db
    .updateTable('uploads')
    .set({ item_kind: 'poem', item_id: randomUUID() })
    .where('name', '=', name)
    .execute()
  expect(await statusFor(owner, url)).toBe(200)
  expect(await findReaders(url)).toEqual([])
  await as(app, readers.student)(reports.reportUser, { params: { id: owner.id }, body: { reason: 'spam' } })
  await sql`insert into report_images (school_id, report_id, position, name)
    select school_id, id, 0, ${name} from reports where school_id = ${school.id} and content_id = ${owner.id}`.execute(
    app.db,
  )
  expect(await findReaders(url)).toEqual(moderators)
})

test('every purpose of an upload and every content type with images has an example and a rule', () => {
  const shown = new Set<string>(examples.map(({ purpose }) => purpose))
  expect(purposes.filter((purpose) => !shown.has(purpose))).toEqual(['generic'])
  const itemTypes = new Set(examples.map(({ itemType }) => itemType))
  expect([...itemTypes].sort()).toEqual([...Object.keys(mediaAccess.canRead), 'ad'].sort())
  for (const { kind, listed } of contentTypes)
    if (listed?.images !== undefined) expect(Object.keys(mediaAccess.canRead), kind).toContain(listed.pictured ?? kind)
  const registered = contentTypes.flatMap(({ canRead = {} }) => Object.keys(canRead))
  expect(registered.toSorted(), 'no item type is registered twice').toEqual([...new Set(registered)].sort())
})
