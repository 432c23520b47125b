// What a viewer may not know of is looked up with the same statements as what does not exist, however many schools there
// are: the time of a reply does not tell one from the other.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { media } from '../src/features/media/contract.ts'
import { push } from '../src/features/push/contract.ts'
import { session } from '../src/features/session/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import { makePost } from '../src/testing/factories/posts.ts'
import { subscribe } from '../src/testing/factories/push.ts'
import { makeBlock, type TestUser } from '../src/testing/factories/users.ts'
import { createBrowser } from '../src/testing/push-browser.ts'

const { app, ada, grace, foreigner } = await campus({
  people: { ada: {}, grace: {} },
  foreign: { people: { foreigner: {} } },
  alone: true,
})

const query = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => query.mockRestore())

/** The texts of the statements that are sent while `work` runs. */
async function record(work: () => Promise<unknown>): Promise<string[]> {
  await as(app, ada)(session.me)
  query.mockClear()
  await work()
  return query.mock.calls.map(([first]) => String((first as { text?: string } | undefined)?.text ?? first))
}

async function showPicture(owner: TestUser): Promise<string> {
  const upload = await makeUpload(app, owner)
  await makePost(app, owner, { media: [upload] })
  return upload.url.slice('/media/'.length)
}

test('an unknown file, a hidden one and one of another school take the same statements', async () => {
  await makeBlock(app, grace, ada)
  const unknown = `${randomBytes(24).toString('base64url')}.webp`
  const files = [unknown, await showPicture(grace), await showPicture(foreigner)]
  const statements: string[][] = []
  for (const file of files)
    statements.push(
      await record(async () => {
        expect((await as(app, ada)(media.file, { params: { file } })).status).toBe(404)
      }),
    )
  const [first = []] = statements
  expect(first.length).toBeGreaterThan(1)
  expect(statements).toEqual([first, first, first])
})

test('a picture of the own school takes one statement, which also finds the session', async () => {
  const file = await showPicture(ada)
  const statements = await record(async () => {
    expect((await as(app, ada)(media.file, { params: { file } })).status).toBe(200)
  })
  expect(statements).toEqual([expect.stringMatching(/from sessions(.|\n)*from "uploads"/)])
})

test('an unknown push endpoint and one of another school take the same statements', async () => {
  const ofOther = createBrowser().subscription
  await subscribe(app, foreigner, ofOther)
  const unknown = await record(() => subscribe(app, ada, createBrowser().subscription))
  expect(await record(() => subscribe(app, ada, ofOther))).toEqual(unknown)
  expect((await as(app, foreigner)(push.list)).body.data).toEqual([])
})

test('neither is looked up school by school', async () => {
  const file = `${randomBytes(24).toString('base64url')}.webp`
  const statements = [
    ...(await record(() => as(app, ada)(media.file, { params: { file } }))),
    ...(await record(() => subscribe(app, ada, createBrowser().subscription))),
  ]
  expect(statements.filter((text) => /school_id = any|from "schools" order by/.test(text))).toEqual([])
})
