import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts, toast } from './toasts.tsx'

afterEach(cleanup)

const sleep = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

test('a word that is said before there is a place for it is told all the same, and once', async () => {
  render(<Toasts />)
  await act(async () => toast.error('Only pictures, please'))
  while (!screen.queryByText('Only pictures, please')) await act(() => sleep(50)) // or the test's time is over
  expect(screen.getAllByText('Only pictures, please')).toHaveLength(1)
  expect(screen.getByRole('group').hasAttribute('aria-modal')).toBe(false)
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy() // what the keyboard reaches is not hidden
}, 15_000)

test('only the last act is undone, and once', async () => {
  const undo = vi.fn()
  render(<Toasts />)
  await act(async () => toast.undo('Friend request sent!', () => expect.unreachable()))
  await screen.findByText('Friend request sent!', {}, { timeout: 10_000 })
  await act(async () => toast.undo('Friend request cancelled', undo))
  const button = await screen.findByRole('button', { name: 'Undo' }) // there is one, for the last act
  expect(screen.queryByText('Friend request sent!')).toBeNull()
  expect(undo).not.toHaveBeenCalled()
  fireEvent.click(button)
  fireEvent.click(button) // while it fades
  expect(undo).toHaveBeenCalledOnce()
  while (screen.queryByText('Friend request cancelled')) await act(() => sleep(50))
}, 15_000)
