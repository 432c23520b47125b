import { expect, test } from 'vitest'
import { toInitials } from '../../../shared/web/ui/Avatar.tsx'
import { DepartmentInput } from '../contract.ts'
import { RatingInput } from '../rating-contract.ts'
import {
  difficultyTone,
  gradeTone,
  qualityTone,
  shown,
  shownPercent,
  toAvatarPerson,
  topTags,
  workloadTone,
  wouldTakeAgainTone,
} from './labels.ts'
import { empty, toRequestBody, years } from './rating.ts'

test.each([
  [null, 'N/A'],
  [undefined, 'N/A'],
  [0, 'N/A'],
  [-1, 'N/A'],
  [4, '4.0'],
  [3.14, '3.1'],
])('formats %s as %s', (value, text) => {
  expect(shown(value)).toBe(text)
})

test('rounds a percentage to an integer and distinguishes none from 0', () => {
  expect([null, 0, 66.67, 100].map(shownPercent)).toEqual(['N/A', '0%', '67%', '100%'])
})

test.each([
  [
    qualityTone,
    [5, 4, 3.99, 3, 2.99, 2, 1.99, 1, 0, null],
    'green,green,yellow,yellow,orange,orange,red,red,gray,gray',
  ],
  [
    difficultyTone,
    [5, 4, 3.99, 3, 2.99, 2, 1.99, 1, 0, null],
    'red,red,orange,orange,yellow,yellow,green,green,gray,gray',
  ],
  [workloadTone, [5, 4, 3.99, 2.5, 2.49, 1, 0, null], 'dark gold,dark gold,gold,gold,light gold,light gold,gray,gray'],
  [wouldTakeAgainTone, [100, 80, 79, 60, 59, 40, 39, 0, null], 'green,green,yellow,yellow,orange,orange,red,red,gray'],
] as const)('changes the tone at its bounds', (tone, values, colours) => {
  expect(values.map((value) => tone(value)).join()).toBe(colours)
})

test('chooses the tone of a grade by its letter', () => {
  expect(['A+', 'B-', 'C', 'D+', 'F', '?'].map(gradeTone)).toEqual(['green', 'blue', 'yellow', 'orange', 'red', 'gray'])
})

test('sorts the most frequent tags first', () => {
  const professor = { tags_summary: { Fair: 1, Clear: 3, Caring: 1, Strict: 2 } } as never
  expect(topTags(professor, 3).map(([tag]) => tag)).toEqual(['Clear', 'Strict', 'Caring'])
  expect(topTags(professor)).toHaveLength(4)
})

const valid = {
  ...empty,
  overall_rating: 5,
  difficulty_rating: 1,
  teaching_quality_rating: 3,
  review_text: 'ten chars!',
}
const messages = (fields: object) =>
  RatingInput.safeParse(toRequestBody({ ...valid, ...fields })).error?.issues.map(({ message }) => message) ?? []

test('reports missing fields of the rating form in the specified words', () => {
  expect(messages({})).toEqual([])
  expect(messages(empty)).toEqual([
    'Overall rating is required',
    'Difficulty rating is required',
    'Teaching quality rating is required',
    'Review text is required',
    'Review must be at least 10 characters',
  ])
  expect(messages({ review_text: ' ninechars ' })).toEqual(['Review must be at least 10 characters'])
  expect(messages({ review_text: '😀'.repeat(500) })).toEqual([])
  expect(messages({ review_text: 'x'.repeat(501) })).toEqual(['Review must be less than 500 characters'])
})

test('sends unanswered questions as null', () => {
  expect(toRequestBody({ ...valid, tags: ['', 'Fair'] })).toMatchObject({
    would_take_again: null,
    year_taken: null,
    tags: ['Fair'],
  })
  expect(toRequestBody({ ...valid, would_take_again: 'no', year_taken: '2024' })).toMatchObject({
    would_take_again: false,
    year_taken: 2024,
  })
})

test('lists years from the current one back to 2000', () => {
  const all = years(new Date('2026-01-01T00:00:00Z'))
  expect([all[0], all.at(-1), all.length]).toEqual(['2026', '2000', 27])
})

const isWebsite = (website_url: string) => DepartmentInput.safeParse({ name: 'Maths', website_url }).success

test.each(['', '  ', 'exeter.edu', 'https://exeter.edu/maths?x=1', 'www.exeter.edu:8080'])(
  'accepts %j as a website',
  (text) => {
    expect(isWebsite(text)).toBe(true)
  },
)
test.each(['exeter', 'not a page', 'javascript:alert(1)', 'ftp://exeter.edu', 'http://'])(
  'rejects %j as a website',
  (text) => {
    expect(isWebsite(text)).toBe(false)
  },
)

test.each([
  ['Ludwig', 'van Beethoven', 'LV'],
  ['Mary Ann', 'Evans', 'ME'],
  ['Ada', 'Lovelace', 'AL'],
])('the avatar of %s %s has the initials %s', (first_name, last_name, initials) => {
  expect(toInitials(toAvatarPerson({ id: 'p', first_name, last_name, avatar_url: null }).name)).toBe(initials)
})
