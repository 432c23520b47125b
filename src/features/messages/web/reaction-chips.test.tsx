import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../contract.ts'
import { ReactionChips } from './ReactionChips.tsx'

afterEach(cleanup)

const emojis = ['👍', '❤️', '😂', '🎉', '😮', '😢', '🙏', '🔥']
const show = (count: number, onShowAll = () => {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReactionChips
        message={
          { reactions: emojis.slice(0, count).map((emoji) => ({ emoji, count: 2, mine: false })) } as unknown as Message
        }
        canReact
        onShowAll={onShowAll}
      />
    </QueryClientProvider>,
  )

test('shows six reactions, and how many more there are, which lists all', () => {
  show(6)
  expect(screen.getAllByRole('button')).toHaveLength(6)
  cleanup()
  const onShowAll = vi.fn()
  show(8, onShowAll)
  const chips = screen.getAllByRole('button')
  expect(chips.map((chip) => chip.textContent)).toEqual([...emojis.slice(0, 6).map((emoji) => `${emoji}2`), '+2'])
  fireEvent.click(screen.getByRole('button', { name: '2 more reactions. Show all' }))
  expect(onShowAll).toHaveBeenCalledOnce()
})
