import { expect, test } from 'vitest'
import { fillTemplate, orderTemplates } from './templates.ts'

test('fills the name, the rule and the end into a template, and leaves other braces', () => {
  const words = { name: 'Ada', rule: 'No adverts', until: 'After 3 days' }
  expect(fillTemplate('{name}, see {rule} ({until}). {name}! {other}', words)).toBe(
    'Ada, see No adverts (After 3 days). Ada! {other}',
  )
})

test('offers the templates for the priority of the case first, and those for another one last', () => {
  const template = (id: string, priority: 'danger' | 'intimate' | null) => ({ id, title: id, text: '', priority })
  const all = [template('danger', 'danger'), template('any', null), template('intimate', 'intimate')]
  const order = (priority?: 'intimate' | 'normal') => orderTemplates(all, priority).map(({ id }) => id)
  expect([order('intimate'), order('normal'), order()]).toEqual([
    ['intimate', 'any', 'danger'],
    ['any', 'danger', 'intimate'],
    ['any', 'danger', 'intimate'],
  ])
})
