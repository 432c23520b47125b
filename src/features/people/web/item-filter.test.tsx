import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { clearStorage } from '../../../shared/web/user-storage.ts'
import type { MutedWord } from '../../../shared/words.ts'
import { AuthProvider, useAuth } from '../../session/web/auth.tsx'
import type { FilterProps } from './FilteredItem.tsx'
import { ItemFilter } from './ItemFilter.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearStorage()
})

const exam: MutedWord = { word: 'exam', match: 'word', places: ['feed'], ends_at: null, except_friends: false }

const SignedIn = ({ children }: { children: ReactNode }) => useAuth().user && children

/** Shows an item to Ada, who mutes a word, and waits until she is signed in. */
async function show(item: Partial<FilterProps>, { notes = 'collapse', words = [exam] } = {}) {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ id: 'ada', name: 'Ada', safety: { words, notes }, data: { friends: ['bo'] } })),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AuthProvider>
          <SignedIn>
            <ItemFilter text="The EXAM is near" place="feed" author="bo" {...item}>
              <p>The item</p>
            </ItemFilter>
            <p>The end</p>
          </SignedIn>
        </AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('The end')
}

test('an item with a muted word is one line, which shows it and gives it the focus', async () => {
  await show({})
  expect((await screen.findByText(/^Hidden by your word/)).textContent).toBe('Hidden by your word “exam”')
  expect(screen.queryByText('The item')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByText('The item').parentElement).toBe(document.activeElement)
})

test.each<[string, Partial<FilterProps>, { notes?: string; words?: MutedWord[] }?]>([
  ['an own item', { author: 'ada' }],
  ['an own anonymous item', { author: null, isAuthor: true }],
  [
    'an own item with a note, for a user who hides those',
    { author: 'ada', item: { note: 'exams' } },
    { notes: 'hide' },
  ],
  ['an item of a place that the word leaves out', { place: 'confessions' }],
  ['an item without the word', { text: 'The examiner is near' }],
  ['an item of a friend, who is an exception', {}, { words: [{ ...exam, except_friends: true }] }],
  ['an item after the word has ended', {}, { words: [{ ...exam, ends_at: 1 }] }],
])('%s is shown', async (_what, item, settings) => {
  await show(item, settings)
  expect(await screen.findByText('The item')).toBeDefined()
  expect(screen.queryByText(/^Hidden by your word/)).toBeNull()
})

test.each<[string, Partial<FilterProps>, { notes?: string; words?: MutedWord[] }?]>([
  [
    'an anonymous item, although friends are an exception',
    { author: null },
    { words: [{ ...exam, except_friends: true }] },
  ],
  [
    'an item of another user, although friends are an exception',
    { author: 'cy' },
    { words: [{ ...exam, except_friends: true }] },
  ],
])('%s is one line', async (_what, item, settings) => {
  await show(item, settings)
  await screen.findByText(/^Hidden by your word/)
  expect(screen.queryByText('The item')).toBeNull()
})

test.each<[string, FilterProps['item']]>([
  ['a note', { note: 'exams' }],
  ['sensitive pictures', { sensitive: true }],
])('an item with %s is left out for a user who hides those', async (_what, item) => {
  await show({ text: 'A cake', ...(item && { item }) }, { notes: 'hide', words: [] })
  expect(screen.queryByText('The item')).toBeNull()
  cleanup()
  await show({ text: 'A cake', ...(item && { item }) }, { words: [] })
  expect(screen.getByText('The item')).toBeDefined()
})
