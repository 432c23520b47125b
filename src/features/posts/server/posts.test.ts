import { beforeAll, expect, test } from 'vitest'
import { as, makePerson, makeSchool, nobody, openTestHouse, type TestPerson } from '../../../app/testing.ts'
import type { House } from '../../../shared/server/house.ts'
import { posts } from '../contract.ts'

let house: House
let ada: TestPerson
let grace: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  house = await openTestHouse()
  const school = await makeSchool(house)
  ada = await makePerson(house, { school, name: 'Ada' })
  grace = await makePerson(house, { school, name: 'Grace' })
  stranger = await makePerson(house, { school: await makeSchool(house) })
})

const write = async (person: TestPerson, content = 'Good morning', more: object = {}) => {
  const { body, status } = await as(house, person)(posts.create, { body: { content, ...more } })
  expect(status).toBe(201)
  return body.data
}

test('a post appears on top of the feed of its school, and of no other', async () => {
  const post = await write(ada, 'The library is open')
  expect(post).toMatchObject({
    content: 'The library is open',
    type: 'text',
    author_id: ada.id,
    author: { name: 'Ada' },
    like_count: 0,
    likes_count: 0,
    is_author: true,
  })

  const feed = await as(house, grace)(posts.feed)
  expect(feed.body.data[0]).toMatchObject({
    id: post.id,
    is_author: false,
    can: { edit: false, delete: false, report: true },
  })
  expect((await as(house, stranger)(posts.feed)).body.data).toEqual([])
  expect((await as(house, nobody)(posts.feed)).status).toBe(401)
})
