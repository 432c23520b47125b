import { act, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { choiceParam, itemParam, pageParam, textParam } from './url-params.ts'
import { useUrlState } from './url-state.ts'
import { noteEntry } from './visited-entries.ts'

const params = {
  filter: choiceParam(['all', 'mine', 'new'], 'all'),
  sort: choiceParam(['newest', 'oldest'], 'newest', 'setting'),
  tab: choiceParam(['list', 'map'], 'list', 'view'),
  search: textParam,
  page: pageParam,
  item: itemParam,
}

/** Starts at a URL, after an entry for another page. */
function open(search: string) {
  history.replaceState(null, '', '/elsewhere')
  history.pushState(null, '', `/list${search}`)
  return renderHook(() => useUrlState(params), { wrapper: BrowserRouter }).result
}
const goBack = () =>
  act(async () => {
    const isDone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.back()
    await isDone
  })

beforeEach(() => history.replaceState(null, '', '/'))

test('shows the values of the URL', () => {
  expect(open('?filter=mine&page=2').current).toMatchObject({ filter: 'mine', page: 2, search: '', item: undefined })
})

test('Back undoes the last of two changes', async () => {
  const view = open('')
  act(() => view.current.change({ filter: 'mine' }))
  act(() => view.current.change({ page: 2 }))
  expect(location.search).toBe('?filter=mine&page=2')
  await goBack()
  expect(view.current).toMatchObject({ filter: 'mine', page: 1 })
  await goBack()
  expect(view.current).toMatchObject({ filter: 'all', page: 1 })
  expect(location.pathname).toBe('/list')
})

test('Back undoes the opening of an item, and clearing the filters', async () => {
  const view = open('?search=maze')
  act(() => view.current.change({ item: 'p1' }))
  await goBack()
  expect(view.current.item).toBeUndefined()
  act(() => view.current.reset())
  expect(location.search).toBe('')
  await goBack()
  expect(location.search).toBe('?search=maze')
})

test.each([
  ['typing', { search: 'maze' }],
  ['closing the open item', { item: undefined }],
  ['both', { search: 'maze', item: undefined }],
  ['a change that states an unchanged filter', { search: 'maze', filter: 'mine' as const }],
])('%s replaces the entry of the history', async (_, to) => {
  const view = open('?filter=mine&item=p1')
  const { length } = history
  act(() => view.current.change(to))
  expect(history.length).toBe(length)
  await goBack()
  expect(location.pathname).toBe('/elsewhere')
})

test('closing an item that was opened here goes back, once, and leaves no step behind', async () => {
  history.replaceState(null, '', '/elsewhere')
  history.pushState(null, '', '/list?filter=mine')
  const { result: view } = renderHook(
    () => {
      const { key } = useLocation()
      // biome-ignore lint/correctness/useExhaustiveDependencies: for each entry
      useEffect(noteEntry, [key])
      return useUrlState(params)
    },
    { wrapper: BrowserRouter },
  )
  await act(async () => view.current.change({ item: 'p1' }))
  await act(async () => {
    const isDone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    view.current.change({ item: undefined, tab: 'list' })
    view.current.change({ item: undefined })
    await isDone
  })
  expect(location.pathname + location.search).toBe('/list?filter=mine')
  expect(view.current.item).toBeUndefined()
  await goBack()
  expect(location.pathname).toBe('/elsewhere')
})

test('typing together with a filter adds an entry, and a correction does not', async () => {
  const view = open('')
  const { length } = history
  act(() => view.current.change({ search: 'maze', filter: 'mine' }))
  expect(history.length).toBe(length + 1)
  act(() => view.current.change({ page: 3 }, { replace: true }))
  expect(history.length).toBe(length + 1)
})

test('choosing what is chosen already adds no entry', () => {
  const view = open('?filter=mine')
  const { length } = history
  act(() => view.current.change({ filter: 'mine' }))
  expect(history.length).toBe(length)
})

test('two changes in one event both apply', () => {
  const view = open('?other=1')
  act(() => {
    view.current.change({ filter: 'mine' })
    view.current.change({ item: 'p1' })
  })
  expect(location.search).toBe('?other=1&filter=mine&item=p1')
  expect(view.current).toMatchObject({ filter: 'mine', item: 'p1' })
})

test('clears filters and settings, and keeps the view and other parameters', () => {
  const view = open('?filter=mine&search=maze&sort=oldest&tab=map&other=1&page=4')
  act(() => view.current.reset())
  expect(location.search).toBe('?tab=map&other=1')
})

test.each([
  ['', false],
  ['?sort=oldest&tab=map&page=2&item=p1&filter=unknown', false],
  ['?filter=mine', true],
  ['?search=maze', true],
])('%s is narrowed: %s', (search, isNarrowed) => {
  expect(open(search).current.isNarrowed).toBe(isNarrowed)
})

test('builds links that keep the other parameters, or none', () => {
  const view = open('?filter=mine&other=1&page=2').current
  expect(view.linkTo({ item: 'p1' })).toBe('?filter=mine&other=1&item=p1')
  expect(view.linkToOnly({ tab: 'map' })).toBe('?tab=map')
  expect(view.linkToOnly({ tab: 'list' })).toBe('?')
})

test('shows a choice before the navigation has been rendered', async () => {
  history.replaceState(null, '', '/list')
  const rendered: { filter: string; arrived: string }[] = []
  const { result } = renderHook(
    () => {
      const view = useUrlState(params)
      rendered.push({ filter: view.filter, arrived: useLocation().search })
      return view
    },
    { wrapper: BrowserRouter },
  )
  rendered.length = 0
  await act(async () => result.current.change({ filter: 'mine' }))
  expect(rendered[0]).toEqual({ filter: 'mine', arrived: '' })
  expect(rendered.at(-1)).toEqual({ filter: 'mine', arrived: '?filter=mine' })
})

test('a navigation by a link replaces what was chosen', async () => {
  history.replaceState(null, '', '/list')
  const { result } = renderHook(() => ({ view: useUrlState(params), navigate: useNavigate() }), {
    wrapper: BrowserRouter,
  })
  await act(async () => {
    result.current.view.change({ filter: 'mine' })
    await result.current.navigate('?filter=new')
  })
  expect(result.current.view.filter).toBe('new')
})
