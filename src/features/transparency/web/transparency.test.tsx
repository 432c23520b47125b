import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Cell, Numbers, TransparencyReport } from '../contract.ts'
import { formatHours, formatPeriod } from './labels.ts'
import TransparencyPage from './TransparencyPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cells = (counts: Readonly<Record<string, Cell>>) =>
  Object.entries(counts).map(([name, count]) => ({ name, count }))
const numbers: Numbers = {
  reports: 1064,
  reports_by_category: cells({ spam: 'not shown', harassment: 'fewer than 5', other: 40 }),
  reports_by_resolution: cells({ resolved: 37, dismissed: 27, pending: 0 }),
  dismissed_share: 42,
  hours_to_first_decision: { median: 7.5, p90: 96 },
  decisions: 0,
  decisions_by_type: [],
  decisions_by_source: [],
  automated_decisions: 0,
  appeals: 'fewer than 5',
  appeals_by_outcome: cells({ upheld: 'fewer than 5' }),
  appeals_same_person: 0,
  hours_to_appeal_answer: null,
  seals_opened: 0,
  seals_by_category: [],
  intimate_image_notices: 0,
  intimate_image_notices_in_time: null,
}
const report: TransparencyReport = {
  ...{ school_id: 'school', school: 'Northfield', period: '2026-Q4', periods: ['2026-Q4', '2026-Q3'] },
  ...{ published_at: 1_800_000_000, is_public: false, numbers, audit_head: '12:ab34' },
}

/** Renders the page; `answer` gives the reply to each request, by its query string. */
function show(answer: (search: string) => { status?: number; body: object }) {
  const fetch = vi.fn(async (url: string) => {
    const { status = 200, body } = answer(url.split('?')[1] ?? '')
    return new Response(JSON.stringify(body), { status })
  })
  vi.stubGlobal('fetch', fetch)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/transparency']}>
        <TransparencyPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return fetch
}
const found = (data: TransparencyReport) => ({ body: { success: true, data } })

test('shows totals, hidden cells and shares in words, and the newest seal of the audit log', async () => {
  show(() => found(report))
  const reports = await screen.findByRole('region', { name: 'Reports' })
  expect(reports.textContent).toContain('1,064')
  const readValue = (label: string) => within(reports).getByText(label).parentElement?.querySelector('dd')?.textContent
  expect(readValue('Spam')).toBe('not shown')
  expect(readValue('Harassment')).toBe('fewer than 5')
  expect(readValue('Other')).toBe('40')
  expect(readValue('Found to be no violation')).toBe('42 %')
  expect(readValue('Half of them had a first decision within')).toBe('7.5 hours')
  expect(readValue('Nine of ten had a first decision within')).toBe('4 days')
  expect(screen.getByText('12:ab34')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Download as CSV' }), 'only members can read the numbers').toBeNull()
})

test('offers the quarters and a download of a public school', async () => {
  const fetch = show((search) =>
    found({ ...report, is_public: true, period: search.includes('2026-Q3') ? '2026-Q3' : '2026-Q4' }),
  )
  const link = await screen.findByRole('link', { name: 'Download as CSV' })
  expect(link.getAttribute('href')).toBe('/api/public/transparency/school?period=2026-Q4&format=csv')
  fireEvent.change(screen.getByLabelText('Quarter'), { target: { value: '2026-Q3' } })
  await expect.poll(() => fetch.mock.calls.at(-1)?.[0]).toBe('/api/transparency?period=2026-Q3')
})

test('explains a page without numbers: not published, too few people, failed', async () => {
  show(() => ({ status: 404, body: { success: false, error: 'No numbers' } }))
  expect(await screen.findByRole('heading', { name: 'No numbers yet' })).toBeDefined()
  cleanup()
  show(() => found({ ...report, numbers: null }))
  expect(await screen.findByText('Not enough people to publish numbers.')).toBeDefined()
  cleanup()
  show(() => ({ status: 500, body: {} }))
  expect(await screen.findByText('We couldn’t load the numbers.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined()
})

test('names quarters and durations', () => {
  expect(formatPeriod('2026-Q4')).toBe('October to December 2026')
  expect([1, 7.5, 47, 48, 100].map(formatHours)).toEqual(['1 hour', '7.5 hours', '47 hours', '2 days', '4 days'])
})
