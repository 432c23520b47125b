import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { clearStorage } from '../../../shared/web/user-storage.ts'
import { AuthProvider, useAuth } from '../../session/web/auth.tsx'
import type { Person } from '../contract.ts'
import AdminPage from './AdminPage.tsx'
import AnalyticsTab from './AnalyticsTab.tsx'
import { BlocklistPanel } from './BlocklistPanel.tsx'
import PauseDialog from './PauseDialog.tsx'
import RoleDialog from './RoleDialog.tsx'
import { UserRow } from './UserRow.tsx'

const me = { id: 'dean', name: 'Dean', avatar_url: null, role: 'admin', school: 'Northfield' }
const stats = { totalUsers: 74, activeUsers: 37, pendingReports: 3 }

afterEach(() => {
  cleanup()
  clearStorage()
  vi.unstubAllGlobals()
})

const SignedIn = () => useAuth().user && <AdminPage />
const SignedInBlocklist = () => useAuth().user && <BlocklistPanel />

/** Opens the dashboard; `answer` replies to each of its requests. */
function openDashboard(answer: (path: string) => Promise<Response>, role = me.role) {
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/me' ? new Response(JSON.stringify({ ...me, role })) : answer(path.split('?')[0] ?? ''),
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

test('the checklist of a site has its place before it is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  openDashboard(async (path) => {
    if (path === '/admin/schools/all') await promise
    const known: Record<string, object> = { '/admin/schools/all': [], '/admin/users': { data: [], total: 0 } }
    const data = known[path]
    return new Response(JSON.stringify({ success: true, data }), { status: data ? 200 : 500 })
  }, 'site_admin')
  const needsYou = (await screen.findByText('Needs you')).closest('section')
  expect(needsYou?.previousElementSibling).not.toBeNull()
  expect(screen.queryByText('Getting started')).toBeNull()
  resolve()
  expect((await screen.findByText('Getting started')).closest('section')).toBe(needsYou?.previousElementSibling)
})

test('names the cells that are missing in what a site administrator sees, and in nothing else', async () => {
  const missing: string[] = []
  openDashboard(async (path) => {
    if (path !== '/admin/stats') return new Response('{}', { status: 500 })
    const incomplete = missing.length > 0 ? { incomplete: missing } : {}
    return new Response(JSON.stringify({ success: true, data: stats, ...incomplete }))
  }, 'site_admin')
  expect(await screen.findByText('74 total')).toBeDefined()
  expect(screen.queryByText(/missing here/)).toBeNull()
  missing.push('south')
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/^The cell south doesn’t reply, so its schools are missing here\./)).toBeDefined()
  missing.push('east')
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/^The cells east and south don’t reply, so their schools/)).toBeDefined()
  missing.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(screen.queryByText(/missing here/)).toBeNull())
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

test('analytics name the busiest day and how much was posted on it', async () => {
  const counts = { labels: ['Nov 22', 'Nov 23', 'Nov 24'], posts: [1, 7, 2], active_users: [1, 3, 2] }
  openAnalytics('/admin', { summary: { ...summary, total_posts: 10 }, ...noMetrics, ...counts })
  expect(await screen.findByText('Busiest time: Nov 23 (7 posts)')).toBeDefined()
})

const head: Person = {
  id: '5f0f7f0c-5f3c-4b1e-9d52-2b7d3d3c7a11',
  school_id: '5f0f7f0c-5f3c-4b1e-9d52-2b7d3d3c7a12',
  name: 'Henrietta Vale',
  email: 'head@easton.example',
  avatar_url: null,
  role: 'admin',
  school: 'Easton Academy',
  created_at: 0,
  last_active_at: null,
  status: 'active',
  suspended_until: null,
  can_manage_ads: false,
  is_paused: false,
  pause_request: null,
  role_request: null,
  can: { moderate: false, grant_ads: true, pause: true, change_role: true, allow_removals: true },
}

/** Opens the dialog; `answer` replies to the call. Returns what was sent, and the function that closes it. */
function openPause(
  person: Person,
  answer: () => { status: number; body: object },
  isSite = true,
  OpenedDialog: typeof PauseDialog = PauseDialog,
) {
  const sent: [url: string, body: unknown][] = []
  const onClose = vi.fn()
  vi.stubGlobal('fetch', async (url: string, { body: text }: { body?: string } = {}) => {
    if (text) sent.push([url, JSON.parse(text)])
    const { status, body } = answer()
    return new Response(JSON.stringify(body), { status })
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OpenedDialog person={person} isSite={isSite} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { sent, onClose }
}

test('the media blocklist counts its entries, and one administrator requests a removal that another one confirms', async () => {
  const entry = { created_at: 0, decision_id: 'd', removal_reason: null, removal_asked_by: null }
  const by = (id: string, name: string) => ({
    removal_reason: 'A statue',
    removal_asked_by: id,
    removal_asked_by_name: name,
  })
  const entries = [
    { ...entry, id: 'a', removal_asked_by_name: null },
    { ...entry, id: 'b', ...by('dean', 'Dean') },
    { ...entry, id: 'c', ...by('other', 'Head') },
  ]
  const sent: string[] = []
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}) => {
      if (method === 'POST') sent.push(`${url} ${body}`)
      const data = url === '/api/me' ? me : { success: true, removed: false, data: { total: 3, entries } }
      return new Response(JSON.stringify(data))
    },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AuthProvider>
          <SignedInBlocklist />
        </AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/^Intimate pictures that were removed.*: 3$/)).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Waits for another administrator' })).toHaveProperty(
    'disabled',
    true,
  )
  expect(screen.getByRole('button', { name: 'Confirm removal' })).toHaveProperty('disabled', false)
  expect(screen.getByText('Head asked: A statue')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Request removal' }))
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'A painting' } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Request removal' }).at(-1) as HTMLElement)
  await waitFor(() => expect(sent).toEqual(['/admin/media-blocklist/a/remove {"reason":"A painting"}']))
})

test('pausing the powers of an administrator needs a reason, which a failure keeps', async () => {
  let status = 500
  const { sent, onClose } = openPause(head, () => ({ status, body: { success: status < 400, error: 'Not now' } }))
  expect(screen.getByRole('dialog', { name: 'Pause powers' }).textContent).toContain('Henrietta Vale')
  expect(screen.getByText(/^They can’t open the admin area from their next click on/)).toBeDefined()
  const pause = screen.getByRole('button', { name: 'Pause powers' })
  fireEvent.click(pause)
  const reason = screen.getByLabelText('Reason')
  await waitFor(() => expect(document.activeElement).toBe(reason))
  expect(sent).toEqual([])
  fireEvent.change(reason, { target: { value: 'Opened seals without a case' } })
  fireEvent.click(pause)
  expect((await screen.findByText('Not now')).getAttribute('role')).toBe('alert')
  expect(reason).toHaveProperty('value', 'Opened seals without a case')
  expect(onClose).not.toHaveBeenCalled()
  status = 200
  fireEvent.click(pause)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const call = [`/admin/users/${head.id}/pause`, { reason: 'Opened seals without a case' }]
  expect(sent).toEqual([call, call])
})

test('an administrator of the school requests a pause, and a second one reads why', () => {
  const answer = () => ({ status: 202, body: { success: true, data: { is_waiting: true } } })
  openPause(head, answer, false)
  expect(screen.getByText(/^A second administrator of your school has to confirm it within 24 hours/)).toBeDefined()
  cleanup()
  openPause({ ...head, pause_request: { by: 'Dean', reason: 'Opened seals', is_own: false } }, answer, false)
  expect(screen.getByText(/^Dean wrote: “Opened seals” With you it takes effect for 72 hours/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Confirm the pause' })).toBeDefined()
})

test('returns the powers of a paused administrator with a reason', async () => {
  const { sent, onClose } = openPause({ ...head, is_paused: true }, () => ({ status: 200, body: { success: true } }))
  expect(screen.getByText('They can use the admin area again.')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'It was a mistake' } })
  fireEvent.click(screen.getByRole('button', { name: 'Return powers' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([[`/admin/users/${head.id}/resume`, { reason: 'It was a mistake' }]])
})

test.each([
  ['a site administrator changes a role immediately', head, true, 'Remove as administrator', /^The admin area refuses/],
  ['an administrator requests a role', { ...head, role: 'student' }, false, 'Request', /^A second administrator/],
  [
    'a second administrator confirms a role',
    { ...head, role_request: { by: 'Dean', role: 'student', is_own: false } },
    false,
    'Confirm',
    /^Dean requested this\. With you it takes effect/,
  ],
] as const)('%s, and reads why it failed', async (_, person, isSite, button, text) => {
  let status = 409
  const answer = () => ({
    status,
    body: { success: status !== 409, error: 'Not now', data: { is_waiting: status === 202 } },
  })
  const { sent, onClose } = openPause(person, answer, isSite, RoleDialog)
  expect(screen.getByText(text)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: button }))
  expect((await screen.findByText('Not now')).getAttribute('role')).toBe('alert')
  status = button === 'Request' ? 202 : 200
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const next = person.role === 'admin' ? 'student' : 'admin'
  expect(sent.at(-1)).toEqual([`/admin/users/${head.id}/role`, { role: next }])
})

const nothing = () => {}
const HeadRow = () =>
  useAuth().user && (
    <table>
      <tbody>
        <UserRow
          person={head}
          onModerate={nothing}
          onPause={nothing}
          onRole={nothing}
          onAllow={nothing}
          onNotes={nothing}
          onGrant={nothing}
        />
      </tbody>
    </table>
  )

test('the permission for ads is shown as pressed from the press on, and returns when the call fails', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/me') return new Response(JSON.stringify(me))
    await promise
    return new Response('{}', { status: 500 })
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AuthProvider>
          <HeadRow />
        </AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Henrietta Vale can manage ads' })
  fireEvent.click(box)
  expect(box.checked, 'before the call has begun').toBe(true)
  resolve()
  await waitFor(() => expect(box.checked).toBe(false))
})
