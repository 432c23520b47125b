import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts, toast } from './toasts.tsx'

afterEach(cleanup)

test('a word that is said before there is a place for it is told all the same, and once', async () => {
  render(<Toasts />)
  act(() => toast.error('Only pictures, please'))
  await vi.waitFor(() => act(async () => void screen.getByText('Only pictures, please')), 10_000)
  expect(screen.getAllByText('Only pictures, please')).toHaveLength(1)
}, 15_000)
