import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { AuthProvider, useAuth } from '../../session/web/auth.tsx'
import AdminPage from './AdminPage.tsx'
import AnalyticsTab from './AnalyticsTab.tsx'

const me = { id: 'dean', name: 'Dean', avatar_url: null, role: 'admin', school: 'Northfield' }
const stats = { totalUsers: 74, activeUsers: 37, pendingReports: 3 }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SignedIn = () => useAuth().user && <AdminPage />

/** Opens the dashboard; `answer` replies to each of its requests. */
function openDashboard(answer: (path: string) => Promise<Response>) {
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/me' ? new Response(JSON.stringify(me)) : answer(path.split('?')[0] ?? ''),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/admin']}>
        <AuthProvider>
          <SignedIn />
        </AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the overview shows no figure until it is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  openDashboard(async (path) => {
    await promise
    return path === '/admin/stats'
      ? new Response(JSON.stringify({ success: true, data: stats }))
      : new Response('{}', { status: 500 })
  })
  expect((await screen.findByText('Total Users')).closest('div')?.textContent).toBe('Total Users')
  expect(screen.queryByText('0 pending')).toBeNull()
  resolve()
  expect(await screen.findByText('74 total')).toBeDefined()
  expect(screen.getByText('3 pending')).toBeDefined()
})

test('a failed load shows zeros and a banner, which returns when a later load fails too', async () => {
  openDashboard(async () => new Response('{}', { status: 500 }))
  expect(await screen.findByText('Failed to load admin dashboard')).toBeDefined()
  expect(screen.getByText('0 pending')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('Failed to load admin dashboard')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Failed to load admin dashboard')).toBeDefined()
})

const summary = {
  total_posts: 0,
  avg_posts_per_day: 0,
  total_comments: 0,
  avg_comments_per_day: 0,
  new_users: 0,
  engagement_rate: 0,
  total_reports: 0,
}

function openAnalytics(path: string, data: object) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, data })))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <AnalyticsTab school="" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const noMetrics = { labels: [], posts: [], active_users: [], availableMetrics: [], selectedMetrics: [] }

test('analytics without any activity say so instead of drawing zeros', async () => {
  openAnalytics('/admin', { summary, ...noMetrics })
  expect(await screen.findByText('No Analytics Data')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Retry Loading' })).toBeDefined()
  expect(screen.queryByText('Period Summary')).toBeNull()
})

test('analytics of one day have no average per day, and ask for a metric when none is chosen', async () => {
  openAnalytics('/admin?period=day', { summary: { ...summary, total_posts: 3, avg_posts_per_day: 3 }, ...noMetrics })
  expect(await screen.findByText('Choose what to show in the chart.')).toBeDefined()
  expect(screen.queryByText(/per day on average/)).toBeNull()
})
