import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { AppealDeadlines } from './AppealDeadlines.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('lists the first three deadlines of appeals, the missed one in red, and how many more wait', async () => {
  const now = Math.floor(Date.now() / 1000)
  const appeal = { by: 'affected', action_type: 'remove', is_late: false }
  const data = [
    { ...appeal, id: '1', due_at: now - 3 * 3600, is_late: true },
    { ...appeal, id: '2', by: 'reporter', action_type: null, due_at: now + 5 * 3600 },
    ...['3', '4', '5'].map((id) => ({ ...appeal, id, due_at: now + 9 * 3600 })),
  ]
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, data })))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AppealDeadlines school="" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const links = (await screen.findAllByRole('link')).map(({ textContent }) => textContent)
  expect(links).toEqual(['Appeal: Remove3 h late', 'Second review5 h left', 'Appeal: Remove9 h left', '2 more appeals'])
  expect(screen.getByText('3 h late').className).toContain('text-danger')
  expect(screen.getByText('5 h left').className).not.toContain('text-danger')
})
