import { expect, test } from 'vitest'
import { readFields, toFormValues } from './form.ts'
import { formatDue } from './labels.ts'

const filled = { ...toFormValues(undefined), title: 'Limits', description: 'Why?', subject: 'Mathematics' as const }

test('reports missing required fields and converts the values to a request', () => {
  expect(Object.keys(readFields(toFormValues(undefined)).problems ?? {})).toEqual(['title', 'description', 'subject'])
  const { input } = readFields({ ...filled, tags: ' exam, #calculus,, exam ', due: '2030-05-01', course: ' ' })
  expect(input).toMatchObject({ course: null, tags: ['exam', 'calculus'] })
  expect(input?.due_date).toBe(new Date(2030, 4, 1, 23, 59).getTime() / 1000)
  expect(
    readFields({ ...filled, tags: Array.from({ length: 11 }, (_, index) => index).join() }).problems,
  ).toHaveProperty('tags')
})

test('formats a due date by the days of the viewer’s time zone', () => {
  const noon = new Date(2030, 4, 1, 12)
  const due = (day: number, hour: number) => formatDue(new Date(2030, 4, day, hour).getTime() / 1000, noon)
  expect([due(1, 23), due(2, 1), due(1, 11)].map((text) => text.replace(/ \d.*| [A-Z].*/, ''))).toEqual([
    'Due today',
    'Due tomorrow',
    'Was due',
  ])
  expect(due(9, 12)).toMatch(/^Due .*9/)
})
