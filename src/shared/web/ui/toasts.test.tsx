import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
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
