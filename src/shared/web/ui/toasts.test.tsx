import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts, toast } from './toasts.tsx'

afterEach(cleanup)

const sleep = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

test('shows a toast that was added before the viewport was loaded, once', async () => {
  render(<Toasts />)
  await act(async () => toast.error('Only pictures, please'))
  while (!screen.queryByText('Only pictures, please')) await act(() => sleep(50)) // limited by the test's timeout
  expect(screen.getAllByText('Only pictures, please')).toHaveLength(1)
  expect(screen.getByRole('group').hasAttribute('aria-modal')).toBe(false)
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy() // not hidden from screen readers
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
