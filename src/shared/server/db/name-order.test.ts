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
  ['Mary Quilter', 'mary', true],
  ['Mary Quilter', 'MARY Q', true],
  ['mary', 'mary', true],
  ['Émile Noël', 'émi', true],
  ['O’Brien', 'o’b', true],
  ["O'Brien", "o'", true],
  ['李小龙', '李', true],
  ['Ωmega', 'ω', true],
  ['Zoë 🎉', 'zoë', true],
  ['Mary Quilter', 'quilter', false],
  ['Marx', 'mary', false],
  ['Maryam', 'maryb', false],
  ['Nora', 'mary', false],
])('whether %s begins with %s in the order of names: %s', async (name, text, expected) => {
  expect(await begins(name, text)).toBe(expected)
})
