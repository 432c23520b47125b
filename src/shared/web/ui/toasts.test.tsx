import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toApiError } from '../api.ts'
import { Toasts, toast } from './toasts.tsx'

afterEach(cleanup)

const sleep = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

test('shows a toast that was added before the viewport was loaded, once', async () => {
  render(<Toasts />)
  await act(async () => toast.error('Only pictures, please'))
  while (!screen.queryByText('Only pictures, please')) await act(() => sleep(50)) // limited by the test's timeout
  expect(screen.getAllByText('Only pictures, please')).toHaveLength(1)
  const shown = screen.getByRole('group', { name: 'Only pictures, please' }) // toasts of other files may still be there
  expect(shown.hasAttribute('aria-modal')).toBe(false)
  expect(within(shown).getByRole('button', { name: 'Dismiss' })).toBeTruthy() // not hidden from screen readers
}, 15_000)

test('undoes only the last action, and only once', async () => {
  const undo = vi.fn()
  render(<Toasts />)
  await act(async () => toast.undo('Friend request sent!', () => expect.unreachable()))
  await screen.findByText('Friend request sent!', {}, { timeout: 10_000 })
  await act(async () => toast.undo('Friend request cancelled', undo))
  const button = await screen.findByRole('button', { name: 'Undo' }) // only one, for the last action
  expect(screen.queryByText('Friend request sent!')).toBeNull()
  expect(undo).not.toHaveBeenCalled()
  fireEvent.click(button)
  fireEvent.click(button) // while it fades out
  expect(undo).toHaveBeenCalledOnce()
  while (screen.queryByText('Friend request cancelled')) await act(() => sleep(50))
}, 15_000)

test('reports a rate limit once, with the time to wait, and another failure with the text of its action', async () => {
  render(<Toasts />)
  await act(async () => {
    toast.failure(toApiError(429, { error: 'Try again in 5 seconds.' }), 'Failed to leave group', { statuses: 'all' })
    toast.failure(toApiError(500, { error: 'An error occurred' }), 'Failed to delete group')
  })
  await screen.findByText('Failed to delete group', {}, { timeout: 10_000 })
  expect(screen.getAllByText('Try again in 5 seconds.')).toHaveLength(1)
  expect(screen.queryByText('Failed to leave group')).toBeNull()
}, 15_000)

test('a success replaces the failure of the same action, and no other', async () => {
  render(<Toasts />)
  await act(async () => {
    toast.failure(new Error('away'), 'Failed to add professor', { action: 'add professor' })
    toast.failure(new Error('away'), 'Failed to leave group', { action: 'leave group' })
  })
  await screen.findByText('Failed to add professor', {}, { timeout: 10_000 })
  await act(async () => toast.success('Professor added successfully!', undefined, 'add professor'))
  await screen.findByText('Professor added successfully!', {}, { timeout: 10_000 })
  expect(screen.queryByText('Failed to add professor')).toBeNull()
  expect(screen.getByText('Failed to leave group')).toBeTruthy()
}, 15_000)
