import { expect, test } from 'vitest'
import { fillTemplate } from './templates.ts'

test('fills the name, the rule and the end into a template, and leaves other braces', () => {
  const words = { name: 'Ada', rule: 'No adverts', until: 'After 3 days' }
  expect(fillTemplate('{name}, see {rule} ({until}). {name}! {other}', words)).toBe(
    'Ada, see No adverts (After 3 days). Ada! {other}',
  )
})
