import { expect, test } from 'vitest'
import {
  amountParam,
  changeParams,
  choiceParam,
  flagParam,
  itemParam,
  pageParam,
  parseParams,
  tabParam,
  textParam,
  valueParam,
} from './url-params.ts'

const params = {
  filter: choiceParam(['all', 'mine'], 'all'),
  category: choiceParam(['books', 'lamps'], ''),
  search: textParam,
  course: valueParam(),
  min: amountParam,
  favorites: flagParam({ kind: 'view', name: 'view', text: 'favorites' }),
  page: pageParam,
  item: itemParam,
}
const parse = (search: string) => parseParams(params, search)

test('an empty query string gives the default of each parameter', () => {
  const empty = { filter: 'all', category: '', search: '', course: '', min: '', favorites: false, page: 1 }
  expect(parse('')).toEqual({ ...empty, item: undefined })
})

test('reads known values', () => {
  expect(parse('?filter=mine&category=lamps&search=a+b&course=c1&min=12.50&view=favorites&page=3&item=p1')).toEqual({
    filter: 'mine',
    category: 'lamps',
    search: 'a b',
    course: 'c1',
    min: '12.50',
    favorites: true,
    page: 3,
    item: 'p1',
  })
})

test.each([
  ['filter=other', 'filter', 'all'],
  ['category=other', 'category', ''],
  ['min=-1', 'min', ''],
  ['min=1.234', 'min', ''],
  ['view=other', 'favorites', false],
  ['favorites=favorites', 'favorites', false],
  ['page=0', 'page', 1],
  ['page=-2', 'page', 1],
  ['page=x', 'page', 1],
  ['item=', 'item', undefined],
] as const)('reads %s as the default of %s', (search, key, value) => {
  expect(parse(`?${search}`)[key]).toBe(value)
})

test('the first tab is the default', () => {
  const tabs = { tab: tabParam([{ name: 'posts' }, { name: 'about' }]) }
  expect(parseParams(tabs, '?tab=x').tab).toBe('posts')
  expect(changeParams(tabs, '?tab=about', { tab: 'posts' })).toBe('?')
})

test('writes a change, without defaults and unknown values, and keeps other parameters', () => {
  const change = (search: string, to: Parameters<typeof changeParams<typeof params>>[2]) =>
    changeParams(params, search, to)
  expect(change('', { search: 'a b', favorites: true })).toBe('?search=a+b&view=favorites')
  expect(change('?tab=list&filter=mine&category=other', { item: 'p1' })).toBe('?tab=list&filter=mine&item=p1')
  expect(change('?filter=mine&item=p1&view=favorites', { filter: 'all', item: undefined, favorites: false })).toBe('?')
})

test('resets the page with every other change, also the page of another table', () => {
  expect(changeParams(params, '?page=3', { filter: 'mine' })).toBe('?filter=mine')
  expect(changeParams(params, '?filter=mine', { page: 2 })).toBe('?filter=mine&page=2')
  expect(changeParams(params, '?page=3', { page: 1 })).toBe('?')
  expect(changeParams({ school: valueParam('view') }, '?tab=users&page=3', { school: 's1' })).toBe(
    '?tab=users&school=s1',
  )
})
