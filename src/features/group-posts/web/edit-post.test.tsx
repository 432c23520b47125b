import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimStorage, clearStorage } from '../../../shared/web/user-storage.ts'
import { AuthProvider, useAuth } from '../../session/web/auth.tsx'
import type { GroupPost } from '../contract.ts'
import EditGroupPost from './EditGroupPost.tsx'

const me = { id: 'ada', name: 'Ada', help_lines: [], safety: { crisis_card: true } }
const post = { id: 'p', group_id: 'g', content: 'Old words', visibility: 'group', media: [], tags: [] }

beforeEach(() => {
  claimStorage('ada')
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(me)))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearStorage()
})

const SignedIn = ({ children }: { children: ReactNode }) => useAuth().user && children

async function open({ content = post.content, onClose = () => {} } = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AuthProvider>
          <SignedIn>
            <EditGroupPost post={{ ...post, content } as unknown as GroupPost} onClose={onClose} />
          </SignedIn>
        </AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return (await screen.findByLabelText('Content')) as HTMLTextAreaElement
}
const write = (field: HTMLTextAreaElement, value: string) => fireEvent.change(field, { target: { value } })

test('keeps the text of a group post cleared when the form is opened again', async () => {
  const field = await open()
  write(field, '')
  expect(field.value).toBe('')
  cleanup()
  const again = await open()
  expect(again.value).toBe('')
  write(again, 'New words')
  expect(again.value).toBe('New words')
})

test('shows help when a change speaks of a crisis, not for what the post said before, and keeps the change', async () => {
  const onClose = vi.fn()
  const field = await open({ content: 'I want to die', onClose })
  write(field, 'I feel better')
  await vi.waitFor(() => expect(screen.getAllByRole('status').length).toBeGreaterThan(0))
  expect(screen.queryByRole('region', { name: 'Help' })).toBeNull()
  write(field, 'I want to die')
  expect(screen.queryByRole('region', { name: 'Help' })).toBeNull()
  write(field, 'Today I want to die')
  await screen.findByRole('region', { name: 'Help' })
  fireEvent.click(screen.getByRole('button', { name: 'Save for later' }))
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  expect((await open({ content: 'I want to die' })).value).toBe('Today I want to die')
})
