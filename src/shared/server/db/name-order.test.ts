import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/app.ts'
import { beginsInOrder } from './name-order.ts'

const app = await openTestApp()

const begins = async (name: string, text: string) => {
  const { rows } = await sql<{ begins: boolean }>`select ${beginsInOrder('users.name', text)} as begins
    from (values (${name})) as users (name)`.execute(app.db)
  return rows[0]?.begins
}

test.each([
  ['Mary Quilter', 'mary'],
  ['Mary Quilter', 'MARY Q'],
  ['mary', 'mary'],
  ['Émile Noël', 'émi'],
  ['O’Brien', 'o’b'],
  ["O'Brien", "o'"],
  ['李小龙', '李'],
  ['Ωmega', 'ω'],
  ['Zoë 🎉', 'zoë'],
])('%s begins with %s in the order of names', async (name, text) => {
  expect(await begins(name, text)).toBe(true)
})

test.each([
  ['Mary Quilter', 'quilter'],
  ['Marx', 'mary'],
  ['Maryam', 'maryb'],
  ['Nora', 'mary'],
])('%s does not begin with %s in the order of names', async (name, text) => {
  expect(await begins(name, text)).toBe(false)
})
