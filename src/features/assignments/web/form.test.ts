import { expect, test } from 'vitest'
import { AssignmentInput } from '../contract.ts'
import { type AssignmentFormValues, toBody, toFormValues } from './form.ts'
import { formatDue } from './labels.ts'

const filled = { ...toFormValues(undefined), title: 'Limits', description: 'Why?', subject: 'Mathematics' as const }

const messages = (values: AssignmentFormValues) =>
  Object.fromEntries(
    AssignmentInput.safeParse(toBody(values)).error?.issues.map(({ path, message }) => [path[0], message]) ?? [],
  )

test('reports missing required fields and converts the values to a request', () => {
  expect(messages(toFormValues(undefined))).toEqual({
    title: 'Title is required',
    description: 'Describe the problem',
    subject: 'Subject is required',
  })
  const body = toBody({ ...filled, tagList: ['exam', 'calculus'], due: '2030-05-01', course: ' ' })
  expect(body).toMatchObject({ course: null, tags: ['exam', 'calculus'] })
  expect(body.due_date).toBe(new Date(2030, 4, 1, 23, 59).getTime() / 1000)
  expect(messages(filled)).toEqual({})
  expect(messages({ ...filled, tagList: Array.from({ length: 11 }, (_, index) => String(index)) })).toHaveProperty(
    'tags',
  )
  expect(messages({ ...filled, due: '99999-01-01' })).toEqual({ due_date: 'Enter a valid due date' })
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
  const lastYear = new Date(2029, 10, 4).getTime() / 1000
  expect(formatDue(lastYear, noon)).toMatch(/^Was due .*2029/)
})
