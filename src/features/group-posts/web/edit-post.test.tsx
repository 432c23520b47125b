import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimStorage, clearStorage } from '../../../shared/web/user-storage.ts'
import type { GroupPost } from '../contract.ts'
import EditGroupPost from './EditGroupPost.tsx'

beforeEach(() => void claimStorage('ada'))
afterEach(() => {
  cleanup()
  clearStorage()
})

const post = { id: 'p', group_id: 'g', content: 'Old words', visibility: 'group', media: [], tags: [] } as unknown

test('keeps the text of a group post cleared when the form is opened again', () => {
  const open = () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <EditGroupPost post={post as GroupPost} onClose={() => {}} />
      </QueryClientProvider>,
    )
  const field = () => screen.getByLabelText('Content') as HTMLTextAreaElement
  open()
  fireEvent.change(field(), { target: { value: '' } })
  expect(field().value).toBe('')
  cleanup()
  open()
  expect(field().value).toBe('')
  fireEvent.change(field(), { target: { value: 'New words' } })
  expect(field().value).toBe('New words')
})
