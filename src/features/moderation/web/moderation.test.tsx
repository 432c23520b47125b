import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter, MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Case } from '../case-contract.ts'
import type { ContentItem } from '../content-contract.ts'
import type { Action } from '../contract.ts'
import type { Evidence } from '../evidence-contract.ts'
import type { Report } from '../report-contract.ts'
import type { SealRequest } from '../seal-contract.ts'
import ActionDialog from './ActionDialog.tsx'
import { CasePane } from './CasePane.tsx'
import { ContentRow } from './ContentRow.tsx'
import { ContentTab } from './ContentTab.tsx'
import { EvidencePanel } from './EvidencePanel.tsx'
import { HistoryItem } from './HistoryItem.tsx'
import HistoryTab from './HistoryTab.tsx'
import { listActions, toNamedAction, toSealedAction } from './labels.ts'
import NoticeDialog from './NoticeDialog.tsx'
import { PersonNotes } from './PersonNotes.tsx'
import ReportDetails from './ReportDetails.tsx'
import ReportDialog from './ReportDialog.tsx'
import { ReportedMedia } from './ReportedMedia.tsx'
import ReportsTab from './ReportsTab.tsx'
import { ReportsTable } from './ReportsTable.tsx'
import RevealDialog from './RevealDialog.tsx'
import SealedActionDialog from './SealedActionDialog.tsx'
import { SealRequests } from './SealRequests.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Answer = { status?: number; body: object }

/** Renders the page with a fake server: `answers` maps paths without query to responses. */
const show = (
  page: ReactNode,
  answers?: Readonly<Record<string, Answer>>,
  { url = '/', Router }: { url?: string; Router?: typeof BrowserRouter } = {},
) => {
  if (answers)
    vi.stubGlobal('fetch', async (url: string) => {
      const { status = 200, body } = answers[url.split('?')[0] ?? ''] ?? { status: 404, body: { error: 'Not found' } }
      return new Response(JSON.stringify(body), { status })
    })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      {Router ? <Router>{page}</Router> : <MemoryRouter initialEntries={[url]}>{page}</MemoryRouter>}
    </QueryClientProvider>,
  )
}

const ofOtherKinds = {
  reported_comment_id: null,
  reported_assignment_id: null,
  message_content: null,
  comment_content: null,
  comment_author_name: null,
  confession_content: null,
  confession_author_name: null,
  assignment_title: null,
  assignment_content: null,
  assignment_author_name: null,
  group_post_content: null,
  group_post_author_name: null,
  listing_seller_name: null,
}

const report: Report = {
  ...ofOtherKinds,
  id: 'report',
  school_id: 'school',
  status: 'pending',
  reason: 'spam',
  description: null,
  created_at: 0,
  reporter_name: 'Mara Lindqvist',
  reporter_email: 'mara@north.example',
  reporter: null,
  content_type: 'post',
  content_id: 'post',
  reported_user_id: 'user',
  reported_user_name: 'Theo Okafor',
  is_anonymous: false,
  seal_open_until: null,
  seal_mode: null,
  other_reports: 0,
  other_pending_ids: [],
  claimed_by: null,
  title: null,
  content: 'Buy now',
  images: [],
  media: [],
  files: [],
  voice_notes: [],
  settled_by: null,
  settled_at: null,
  post_content: 'Buy now',
  post_author_name: 'Theo Okafor',
}

const suspension: Action = {
  id: 'action',
  action_type: 'suspend',
  reason: 'Insults',
  duration_hours: 72,
  created_at: 0,
  expires_at: 259_200,
  report_content: null,
  is_active: true,
  created_by_name: 'Dean Ashford',
  target_user_id: 'user',
  target_user_name: 'Theo Okafor',
  target_user_email: 'theo@north.example',
  reversed_at: null,
  reversed_by_name: null,
  reversal_reason: null,
}

test("shows 'Showing page X of Y (N total reports)' and at most five page numbers for reports", async () => {
  const pagination = { page: 1, limit: 20, totalPages: 62, total: 1240 }
  const data = { reports: [report], pagination }
  show(<ReportsTable school="" />, { '/admin/reports': { body: { success: true, data, ...data } } })
  expect(await screen.findByText('Showing page 1 of 62 (1,240 total reports)')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Page \d/ })).toHaveLength(5)
})

test('a failed load of reports shows the failure only, not an empty list', async () => {
  show(<ReportsTable school="" />, { '/admin/reports': { status: 500, body: {} } })
  expect(await screen.findByText('HTTP error! status: 500')).toBeTruthy()
  expect(screen.queryByText('No reports found')).toBeNull()
})

test('a failed load of reports or of cases offers to try again, which loads them', async () => {
  const pagination = { page: 1, limit: 20, totalPages: 1, total: 1 }
  for (const list of [<ReportsTable key="table" school="" />, <ReportsTab key="cases" school="" />]) {
    show(list, {})
    const retry = await screen.findByRole('button', { name: 'Try Again' })
    const data = { reports: [report], cases: [], pagination }
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, data, ...data })))
    fireEvent.click(retry)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull())
    cleanup()
  }
})

test('only pending reports can be selected', async () => {
  const pagination = { page: 1, limit: 20, totalPages: 1, total: 2 }
  const resolved: Report = { ...report, id: 'other', status: 'resolved', reason: 'violence' }
  const data = { reports: [report, resolved], pagination }
  show(<ReportsTable school="" />, { '/admin/reports': { body: { success: true, data, ...data } } })
  expect(await screen.findByLabelText('Select report: Spam')).toBeTruthy()
  expect(screen.queryByLabelText('Select report: Violence/Threats')).toBeNull()
})

test('Warn, Suspend, Ban and Dismiss are at the same place in every row, with and without Mute', async () => {
  const pagination = { page: 1, limit: 20, totalPages: 1, total: 2 }
  const anonymous: Report = { ...report, id: 'other', is_anonymous: true, seal_mode: 'one' }
  const data = { reports: [report, anonymous], pagination }
  show(<ReportsTable school="" />, { '/admin/reports': { body: { success: true, data, ...data } } })
  await screen.findAllByRole('button', { name: 'Dismiss' })
  const places = screen
    .getAllByRole('button', { name: /^(Warn|Suspend|Ban|Dismiss|Mute)$/ })
    .map(({ textContent }) => textContent)
  const same = ['Warn', 'Suspend', 'Ban', 'Dismiss']
  expect(places).toEqual([...same, ...same, 'Mute'])
})

test('the second click of a double click dismisses nothing, as it may hit the next report', async () => {
  const pagination = { page: 1, limit: 20, totalPages: 1, total: 1 }
  const data = { reports: [report], pagination }
  const sent: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_url: string, { method }: { method?: string } = {}) => {
    if (method !== undefined && method !== 'GET') sent.push(method)
    return new Response(JSON.stringify({ success: true, data, ...data }))
  })
  show(<ReportsTable school="" />)
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' })
  fireEvent.click(dismiss, { detail: 2 })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  fireEvent.click(dismiss, { detail: 1 })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }), { detail: 2 })
  cleanup()
  await waitFor(() => expect(sent).toEqual(['PATCH']))
})

test('a report that is dismissed in the table can be undone, until the table is left', async () => {
  const pagination = { page: 1, limit: 20, totalPages: 1, total: 2 }
  const data = { reports: [report, { ...report, id: 'other', reason: 'violence' }], pagination }
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string } = {}) => {
    if (method !== 'GET') sent.push(url)
    return new Response(JSON.stringify({ success: true, data, ...data }))
  })
  show(<ReportsTable school="" />)
  const row = (reason: string) => within(screen.getByText(reason).closest<HTMLElement>('[role=row]') ?? document.body)
  await screen.findByText('Spam')
  for (const reason of ['Spam', 'Violence/Threats'])
    fireEvent.click(row(reason).getByRole('button', { name: 'Dismiss' }))
  expect(row('Spam').getAllByText('Dismissed')).toHaveLength(2)
  expect(screen.queryByRole('checkbox', { name: /^Select report/ }), 'they cannot be selected').toBeNull()
  fireEvent.click(row('Spam').getByRole('button', { name: 'Undo' }))
  expect(row('Spam').getByText('Pending')).toBeTruthy()
  expect(sent).toEqual([])
  cleanup()
  await waitFor(() => expect(sent).toEqual([expect.stringContaining('/other')]))
})

test('an empty history has no pages, and offers to clear the filters that emptied it', async () => {
  const pagination = { page: 1, limit: 20, totalPages: 1, total: 0, pages: 1 }
  show(
    <HistoryTab school="" />,
    { '/admin/moderation/history': { body: { success: true, data: [], pagination } } },
    { url: '/admin?tab=moderation&action=ban' },
  )
  expect(await screen.findByText('No moderation actions found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy()
  expect(screen.queryByText(/^Page 1/)).toBeNull()
})

test("shows 'Page X of Y' for a history of many pages", async () => {
  const pagination = { page: 1, limit: 20, totalPages: 3, total: 41, pages: 3 }
  show(<HistoryTab school="" />, {
    '/admin/moderation/history': { body: { success: true, data: [suspension], pagination } },
  })
  expect(await screen.findByText('Page 1 of 3')).toBeTruthy()
})

test("shows the duration of a suspension as '(Nh)' and REVERSED for a reversed action", () => {
  show(<HistoryItem action={suspension} onReverse={() => {}} />, {})
  expect(screen.getByText('(72h)')).toBeTruthy()
  expect(screen.queryByText('REVERSED')).toBeNull()
  cleanup()
  show(<HistoryItem action={{ ...suspension, is_active: false, duration_hours: null }} onReverse={() => {}} />, {})
  expect(screen.getByText('REVERSED')).toBeTruthy()
  expect(screen.queryByText(/\dh\)/)).toBeNull()
})

test('dims a reversed action with its badge', () => {
  show(<HistoryItem action={suspension} onReverse={() => {}} />, {})
  const look = (text: string) => screen.getByText(text).className
  const inForce = [look('Suspend'), look('Theo Okafor')]
  cleanup()
  show(<HistoryItem action={{ ...suspension, is_active: false }} onReverse={() => {}} />, {})
  expect(look('Suspend')).not.toBe(inForce[0])
  expect(look('Suspend'), 'without a colour of its own').toBe(look('REVERSED'))
  expect(look('Theo Okafor')).toBe(`${inForce[1]}text-soft`)
})

test("shows 'Failed to execute moderation action: message' after a refusal and keeps the input", async () => {
  const refused = { '/admin/moderation/action': { status: 403, body: { error: 'Admins cannot be moderated' } } }
  show(<ActionDialog report={report} type="warn" onClose={() => {}} />, refused)
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Third advert today' } })
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'You posted an advert' } })
  fireEvent.click(screen.getByRole('button', { name: 'Warn user' }))
  expect(await screen.findByText('Failed to execute moderation action: Admins cannot be moderated')).toBeTruthy()
  expect(screen.getByDisplayValue('Third advert today')).toBeTruthy()
  expect(screen.getByDisplayValue('You posted an advert')).toBeTruthy()
})

test('asks for what happened before it sends, shows the tab with the field, and keeps the text', async () => {
  const asked: unknown[] = []
  show(<ActionDialog report={{ ...report, id: 'without facts' }} type="warn" onClose={() => {}} />, {})
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string } = {}) => {
    if (body) asked.push(JSON.parse(body))
    return new Response(JSON.stringify({ success: true, data: [] }))
  })
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Third advert today' } })
  fireEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  expect(screen.getByRole('tab', { name: 'Preview' }).getAttribute('aria-selected')).toBe('true')
  const form = screen.getByLabelText(/Reason/).closest('form') as HTMLFormElement
  fireEvent.submit(form)
  expect(await screen.findByText('Describe what happened')).toBeTruthy()
  const facts = screen.getByLabelText('What happened')
  await waitFor(() => expect(document.activeElement).toBe(facts))
  expect(screen.getByRole('tab', { name: 'Write' }).getAttribute('aria-selected'), 'its field is visible').toBe('true')
  fireEvent.change(facts, { target: { value: 'Too short' } })
  fireEvent.submit(form)
  expect(await screen.findByText('Describe what happened in at least 10 characters')).toBeTruthy()
  expect(screen.getByDisplayValue('Third advert today')).toBeTruthy()
  expect(asked).toEqual([])
})

test('the preview has the words of the statement as they are typed', async () => {
  show(<ActionDialog report={{ ...report, id: 'previewed' }} type="suspend" onClose={() => {}} />, {
    '/admin/rules': { body: { success: true, data: [rule] } },
  })
  const preview = within(screen.getByRole('region', { name: 'Preview of the statement' }))
  expect(preview.getByRole('heading', { name: 'Suspension' })).toBeTruthy()
  expect(await preview.findByText(/^No harassment/)).toBeTruthy()
  expect(preview.getByText('After 1 day')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Suspension Duration'), { target: { value: '7' } })
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'You posted an advert' } })
  expect(preview.getByText('After 7 days')).toBeTruthy()
  expect(preview.getByText('You posted an advert')).toBeTruthy()
  expect(preview.getByText('No automatic system took part in this decision.')).toBeTruthy()
})

test('offers only the dismissal of a report without a user', () => {
  show(<ActionDialog report={{ ...report, reported_user_id: null }} type="ban" onClose={() => {}} />, {})
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Spam' } })
  expect(screen.getByRole('button', { name: 'Ban user' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Dismiss Report' })).toHaveProperty('disabled', false)
})

test('says what is missing when the form is sent although its button is disabled', async () => {
  show(<ActionDialog report={{ ...report, reported_user_id: null }} type="ban" onClose={() => {}} />, {})
  const reason = screen.getByLabelText(/Reason/)
  const form = reason.closest('form') as HTMLFormElement
  fireEvent.change(reason, { target: { value: ' ' } })
  fireEvent.submit(form)
  expect(await screen.findByText('Missing moderation reason or selected report')).toBeTruthy()
  fireEvent.change(reason, { target: { value: 'Spam' } })
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'You posted an advert' } })
  fireEvent.submit(form)
  expect(await screen.findByText(/No target user ID found\.\.\. Please dismiss the report instead\.$/)).toBeTruthy()
})

test('warns while the facts or the reason name the reporter', async () => {
  show(<ActionDialog report={{ ...report, id: 'named' }} type="warn" onClose={() => {}} />, {})
  const warning = () => screen.queryByText(/^This text seems to name the person who reported\./)
  expect(warning()).toBeNull()
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Mara saw an advert' } })
  expect(warning()).not.toBeNull()
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'You posted an advert' } })
  expect(warning(), 'the person reads both').not.toBeNull()
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Third advert today' } })
  expect(warning()).toBeNull()
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'LINDQVIST saw an advert' } })
  expect(warning()).not.toBeNull()
})

test('the notice of a decision has its reasons, and the link to all of them closes it', () => {
  const understand = vi.fn()
  const notice = {
    ...({
      id: 'decision',
      action_type: 'warn',
      reason: 'Insults',
      duration_hours: null,
      report_content: null,
    } as const),
    ...{ created_at: 0, expires_at: null, rule: 'No harassment', facts: 'You insulted a student' },
    appeal_until: Date.UTC(2027, 4, 24, 12) / 1000,
  }
  show(<NoticeDialog notices={[notice]} onUnderstand={understand} />, {})
  expect(screen.getByText('Rule: No harassment')).toBeTruthy()
  expect(screen.getByText('You insulted a student').closest('p')?.textContent).toBe(
    'What happened: You insulted a student',
  )
  expect(screen.getByText('No automatic system took part in this decision.')).toBeTruthy()
  expect(screen.getByText(/^You can appeal until May 24, 2027\. A moderator who did not make/)).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Read the decision' }))
  expect(understand).toHaveBeenCalledOnce()
  cleanup()
  show(
    <NoticeDialog notices={[{ ...notice, rule: null, facts: null, appeal_until: null }]} onUnderstand={understand} />,
    {},
  )
  expect(screen.queryByRole('link', { name: 'Read the decision' }), 'from before the rules').toBeNull()
})

const sealed: Report = {
  ...report,
  id: '5f0f7f0c-5f3c-4b1e-9d52-2b7d3d3c7a01',
  content_id: '5f0f7f0c-5f3c-4b1e-9d52-2b7d3d3c7a02',
  is_anonymous: true,
  reported_user_id: 'pseudonym',
  reported_user_name: 'Anonymous',
}
const rule = {
  id: '5f0f7f0c-5f3c-4b1e-9d52-2b7d3d3c7a03',
  version: 1,
  position: 1,
  title: 'No harassment',
  text: 'Do not insult other people.',
  reasons: ['spam'],
}

test('long reported words can be scrolled by keyboard, short ones are not a tab stop', () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(200)
  show(<SealedActionDialog report={sealed} type="warn" onClose={() => {}} />, {})
  expect(document.querySelector('blockquote')?.tabIndex).toBe(0)
  cleanup()
  height.mockReturnValue(0)
  show(<SealedActionDialog report={sealed} type="warn" onClose={() => {}} />, {})
  expect(document.querySelector('blockquote')?.hasAttribute('tabindex')).toBe(false)
  height.mockRestore()
})

test('warns that an action on a sealed author opens the seal, and requires a reason of twenty characters', () => {
  show(<ActionDialog report={sealed} type="suspend" onClose={() => {}} />, {})
  const suspend = screen.getByRole('button', { name: 'Suspend user' })
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Nineteen characters' } })
  expect(suspend).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'Twenty characters it' } })
  expect(suspend).toHaveProperty('disabled', false)
  expect(screen.getByText(/^This was posted anonymously/)).toBeTruthy()
  expect(screen.queryByText('User Activity History')).toBeNull()
})

test('mutes a sealed author with a rule and the facts, sends no user id, and keeps the text after a failure', async () => {
  const asked: unknown[] = []
  let status = 500
  const close = vi.fn()
  show(<SealedActionDialog report={sealed} type="mute" onClose={close} />, {
    '/admin/rules': { body: { success: true, data: [rule] } },
  })
  await waitFor(() => expect(screen.getByLabelText('Rule')).toHaveProperty('value', rule.id))
  vi.stubGlobal('fetch', async (url: string, { body: text }: { body?: string } = {}) => {
    if (!text) return new Response(JSON.stringify({ success: true, data: [rule] })) // the lists are loaded again
    asked.push([url, JSON.parse(text)])
    const body = status === 500 ? { error: 'The seal does not open' } : { success: true, data: { id: rule.id } }
    return new Response(JSON.stringify(body), { status })
  })
  const facts = screen.getByLabelText('What happened')
  const form = facts.closest('form') as HTMLFormElement
  fireEvent.change(facts, { target: { value: 'Too short' } })
  fireEvent.submit(form)
  expect(await screen.findByText('Describe what happened in at least 10 characters')).toBeTruthy()
  expect(asked).toEqual([])
  fireEvent.change(facts, { target: { value: 'It insults a student by name' } })
  fireEvent.change(screen.getByLabelText('No anonymous writing for'), { target: { value: '30' } })
  fireEvent.submit(form)
  expect(await screen.findByText('The seal does not open')).toBeTruthy()
  expect(facts).toHaveProperty('value', 'It insults a student by name')
  status = 201
  fireEvent.submit(form)
  await waitFor(() => expect(close).toHaveBeenCalled())
  const body = {
    type: 'mute',
    kind: 'post',
    id: sealed.content_id,
    days: 30,
    rule_id: rule.id,
    facts: 'It insults a student by name',
    reportId: sealed.id,
  }
  expect(asked).toEqual([body, body].map((sent) => ['/admin/moderation/sealed', sent]))
})

test('offers Mute only while the seal of a report is closed', () => {
  expect(listActions(sealed)).toEqual(['warn', 'mute', 'suspend', 'ban'])
  for (const named of [report, { ...sealed, seal_open_until: 1 }]) {
    expect(listActions(named)).toEqual(['warn', 'suspend', 'ban'])
    expect([toSealedAction(named, 'warn'), toNamedAction(named, 'warn')]).toEqual([undefined, 'warn'])
    expect([toSealedAction(named, 'mute'), toNamedAction(named, 'mute')]).toEqual([undefined, undefined])
  }
  expect([toSealedAction(sealed, 'warn'), toNamedAction(sealed, 'warn')]).toEqual(['warn', undefined])
  expect([toSealedAction(sealed, 'ban'), toNamedAction(sealed, 'ban')]).toEqual([undefined, 'ban'])
})

test('counts other reports of the same item and closes the pending ones too unless deselected', async () => {
  const asked: unknown[] = []
  const others = { other_reports: 3, other_pending_ids: ['two', 'three'] }
  show(<ReportDetails report={{ ...report, ...others }} onClose={() => {}} />, {})
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string }) => {
    asked.push([method, url, JSON.parse(body)])
    return new Response(JSON.stringify({ success: true, updated: 3 }))
  })
  expect(screen.getByText('3 other reports are about the same item.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Resolve' }))
  await expect.poll(() => asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Also close the 2 other pending reports about this item' }))
  await expect.poll(() => screen.getByRole('button', { name: 'Dismiss' })).toHaveProperty('disabled', false)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked).toEqual([
    ['PATCH', '/admin/reports/bulk', { reportIds: ['report', 'two', 'three'], status: 'resolved' }],
    ['PATCH', '/admin/reports/report', { status: 'dismissed' }],
  ])
})

test('opens a seal with a category and a reason of twenty characters', async () => {
  const author = { id: 'user', name: 'Theo Okafor', email: 'theo@north.example' }
  const path = '/admin/content/post/reveal'
  show(<RevealDialog item={{ id: 'post', type: 'post', mode: 'one' }} onClose={() => {}} />, {
    [path]: { body: { success: true, data: author } },
  })
  const open = screen.getByRole('button', { name: 'Reveal now' })
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'It threatens a student' } })
  expect(open).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'threat' } })
  expect(open).toHaveProperty('disabled', false)
  fireEvent.click(open)
  expect((await screen.findByRole('status')).textContent).toContain('Theo Okafor')
})

test('where two people open a seal, one asks for it with a category and a reason, and reads who decides', async () => {
  const asked: unknown[] = []
  show(<RevealDialog item={{ id: 'post', type: 'post', mode: 'custodian' }} onClose={() => {}} />, {
    '/admin/seals': { body: { success: true, data: { request_id: 'request', state: 'waiting' } } },
  })
  const real = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    return real(url, init)
  })
  const send = screen.getByRole('button', { name: 'Request' })
  expect(send).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'danger' } })
  expect(screen.getByRole('button', { name: 'Open now' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'threat' } })
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'It threatens a student' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /would endanger a person/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Request' }))
  expect((await screen.findByRole('status')).textContent).toContain('The custodian decides within 24 hours')
  expect(asked).toEqual([
    { kind: 'post', id: 'post', category: 'threat', reason: 'It threatens a student', delay_notice: true },
  ])
})

test('where no one opens a seal, the dialog says so, and the actions that need a name are not offered', () => {
  show(<RevealDialog item={{ id: 'post', type: 'post', mode: 'none' }} onClose={() => {}} />, {})
  expect(screen.getByText('At this school, no one can open the seal.')).toBeTruthy()
  for (const seal_mode of ['none', 'two', 'custodian'] as const)
    expect(listActions({ ...sealed, seal_mode })).toEqual(['warn', 'mute'])
  expect(listActions({ ...sealed, seal_mode: 'two', seal_open_until: 1 })).toEqual(['warn', 'suspend', 'ban'])
})

const sealRequest: SealRequest = {
  id: 'request',
  school_id: 'school',
  is_unavailable: false,
  kind: 'post',
  content_id: 'post',
  text: 'She lives at 7 Elm Row',
  category: 'harassment',
  reason: 'It names where a student lives',
  mode: 'two',
  state: 'waiting',
  requested_by_name: 'Dean',
  created_at: 0,
  expires_at: Math.floor(Date.now() / 1000) + 7200,
  readable_until: null,
  decided_by_name: null,
  decision_reason: null,
  countersign: null,
  countersign_until: null,
  countersigned_by_name: null,
  can: { decide: true, withdraw: false, countersign: false, read: false },
}

test('the second person approves with a reason, which survives a refusal, and the author sees nothing of the request', async () => {
  const own = { ...sealRequest, id: 'own', is_unavailable: true, category: null, text: null, reason: null }
  show(<SealRequests school="" title="Seals" />, {
    '/admin/seals': {
      body: {
        success: true,
        data: { requests: [sealRequest, own], pagination: { page: 1, limit: 20, total: 2, totalPages: 1 } },
      },
    },
    '/admin/seals/request/approve': { status: 409, body: { error: 'This request is already withdrawn.' } },
  })
  expect(await screen.findByText('No longer available')).toBeTruthy()
  expect(screen.getByText(/2 hours left/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'I read it too' } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Approve' }).at(-1) as HTMLElement)
  expect((await screen.findByRole('alert')).textContent).toContain('already withdrawn')
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'I read it too')
})

const spam: Case = {
  id: 'a',
  version: 4,
  state: 'open',
  priority: 'danger',
  due_at: 0,
  is_late: true,
  first_at: 0,
  latest_at: 0,
  reports_count: 2,
  reasons: [{ reason: 'spam', count: 2 }],
  reporters: 'often right',
  is_flagged: false,
  outcome: null,
  settled_by: null,
  settled_at: null,
  can: { reveal: true, history: true },
  report,
}
const harassment: Case = {
  ...spam,
  id: 'c',
  priority: 'normal',
  reports_count: 1,
  reporters: 'mixed',
  report: { ...report, id: 'c', content_id: 'other', content: 'You again', reason: 'harassment' },
}
const emptyCase = { before: [], after: [], reports: [], person: null }
const caseAnswers = {
  '/admin/cases': {
    body: {
      success: true,
      data: { cases: [spam, harassment], pagination: { page: 1, limit: 50, total: 2, totalPages: 1 } },
    },
  },
  '/admin/cases/a': { body: { success: true, data: { ...emptyCase, case: spam } } },
  '/admin/cases/c': { body: { success: true, data: { ...emptyCase, case: harassment } } },
}

const listedItem: ContentItem = {
  ...{ id: 'item', school_id: 'school', type: 'event', title: null, content: 'Chess', images: '[]', media: [] },
  ...{ author_name: null, author_email: null, is_anonymous: false, seal_mode: null, created_at: 0 },
}
const contentAnswer = (content: readonly ContentItem[]) => {
  const pagination = { page: 1, limit: 20, totalPages: 1, total: content.length }
  return { '/admin/content': { body: { success: true, data: { content, pagination } } } }
}
const contentTab = <ContentTab school="" RemoveDialog={() => null} LabelDialog={() => null} />

const evidenceItem: Evidence = {
  ...{ id: 'decision', school_id: 'school', kind: 'post', removed_at: 0, deleted_at: 90 * 86_400 },
  files: [
    { url: '/api/admin/evidence/decision/files/0', kind: 'image' },
    { url: '/api/admin/evidence/decision/files/1', kind: 'video' },
  ],
  opening: null,
  can: { request: true, approve: false, read: false },
}
const asked = { reason: 'The police requested it', requested_by_name: 'Dean', approved_by_name: null, closes_at: null }

test('evidence is requested with a reason, opened by a second administrator, and loaded only when one of the two looks', async () => {
  const can = { request: false, approve: false, read: false }
  const closes_at = Math.floor(Date.now() / 1000) + 3500
  const items: readonly Evidence[] = [
    evidenceItem,
    { ...evidenceItem, id: 'own', kind: 'comment', opening: asked, can },
    { ...evidenceItem, id: 'second', kind: 'event', opening: asked, can: { ...can, approve: true } },
    {
      ...evidenceItem,
      ...{ id: 'open', kind: 'listing', opening: { ...asked, approved_by_name: 'Head', closes_at } },
      can: { ...can, read: true },
    },
  ]
  show(<EvidencePanel school="" />, {
    '/admin/evidence': { body: { success: true, data: items } },
    '/admin/evidence/second/open': { status: 409, body: { error: 'Two administrators are looking at this.' } },
  })
  expect(await screen.findByRole('heading', { name: 'Post, 1 picture and 1 video' })).toBeTruthy()
  expect(screen.getByText('Waits for another administrator')).toBeTruthy()
  expect(screen.getByText(/open, 59 minutes left/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Look' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Evidence' }))
  expect(dialog.queryByRole('img')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Show blurred: Picture 1 of 2' }))
  expect(dialog.getByRole('img').getAttribute('src')).toBe('/api/admin/evidence/decision/files/0')
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Open for both' }))
  expect(await screen.findByText('Dean wrote: “The police requested it”')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'I saw the letter' } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Open for both' }).at(-1) as HTMLElement)
  expect((await screen.findByRole('alert')).textContent).toContain('are looking at this')
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'I saw the letter')
})

test('seals without a request and a person without notes say so', async () => {
  const pagination = { page: 1, limit: 20, total: 0, totalPages: 1 }
  show(
    <>
      <SealRequests school="" title="Seals" />
      <PersonNotes userId="user" />
    </>,
    {
      '/admin/seals': { body: { success: true, data: { requests: [], pagination } } },
      '/admin/users/user/notes': { body: { success: true, data: [] } },
    },
  )
  expect(await screen.findByText('No requests')).toBeTruthy()
  expect(await screen.findByText('No notes')).toBeTruthy()
})

test('content has a column of images only while an item has one', async () => {
  show(contentTab, contentAnswer([listedItem]))
  await screen.findByText('Chess')
  expect(screen.queryByRole('columnheader', { name: 'Images' })).toBeNull()
  cleanup()
  show(contentTab, contentAnswer([listedItem, { ...listedItem, id: 'other', images: '["/media/board.webp"]' }]))
  await screen.findAllByText('Chess')
  expect(screen.getByRole('columnheader', { name: 'Images' })).toBeTruthy()
  const [, ...rows] = screen.getAllByRole('row')
  const headings = screen.getAllByRole('columnheader')
  for (const row of rows) expect(within(row).getAllByRole('cell')).toHaveLength(headings.length)
})

test('an empty list of content offers to clear its filters', async () => {
  show(contentTab, contentAnswer([]), { Router: BrowserRouter }) // page state is in the address
  await screen.findByText('No content found')
  expect(screen.queryByRole('button', { name: 'Clear filters' }), 'there is none').toBeNull()
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'comment' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.getByLabelText('Type')).toHaveProperty('value', ''))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull())
})

test('writes what users wrote in its own direction, in lists, cases and the history', async () => {
  const listed = { ...report, content: 'تقرير', description: 'وصف' }
  const pagination = { page: 1, limit: 20, totalPages: 1, total: 1 }
  const data = { reports: [listed], pagination }
  const item = { ...listedItem, title: 'عنوان', content: 'نص' }
  const reversed = { ...suspension, reason: 'سبب', report_content: 'اقتباس', reversed_at: 0, reversal_reason: 'خطأ' }
  const none = async () => {}
  show(
    <>
      <ReportsTable school="" />
      <table>
        <tbody>
          <ContentRow item={item} withImages={false} selected={false} onSelect={none} onDelete={none} />
        </tbody>
      </table>
      <HistoryItem action={reversed} onReverse={none} />
      <CasePane
        case={{ ...spam, report: { ...report, title: 'سؤال', content: 'كلام' } }}
        isGone={false}
        progress="1 of 1"
        wantsFocus={{ current: false }}
        onStep={none}
        returned={undefined}
        defer={none}
        isWaiting={() => true}
        onTaken={none}
        undoBar={null}
        onBack={none}
      />
    </>,
    { '/admin/reports': { body: { success: true, data, ...data } } },
  )
  await screen.findByText('تقرير')
  const written = ['تقرير', 'وصف', 'عنوان', 'نص', 'سبب', 'اقتباس', 'خطأ', 'سؤال', 'كلام']
  const fixed = written.filter((text) => !screen.getByText(text).closest('[dir="auto"], bdi'))
  expect(fixed).toEqual([])
})

test('the reports of one item are one case, and closing it opens the next one and says so', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  show(<ReportsTab school="" />, { ...caseAnswers, '/admin/cases/a/settle': { body: { success: true, updated: 2 } } })
  expect(await screen.findByRole('heading', { name: 'Spam, 2 reports' })).toBeTruthy()
  const links = screen.getByRole('list', { name: 'Pending cases' }).querySelectorAll('a')
  expect([...links].map(({ textContent }) => /Danger|late/.exec(textContent ?? '')?.[0])).toEqual(['Danger', 'late'])
  fireEvent.keyDown(document.body, { key: 'd' })
  expect(document.activeElement?.textContent).toBe('Dismiss')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  const next = await screen.findByRole('heading', { name: 'Harassment, 1 report' })
  expect(document.activeElement).toBe(next)
  expect(screen.getByRole('status').textContent).toBe('Dismissed. Next case: Harassment, 1 report.')
  expect(screen.getByText('1 of 2 today', { selector: 'header > p' })).toBeTruthy()
})

test('what a reporter wrote is labelled as their claim, and an automatic check is not', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const filed = { status: 'pending', reason: 'other', reporter_name: 'Mara Lindqvist', created_at: 0 }
  const reports = [
    { ...filed, id: '1', description: 'I think that Theo wrote this' },
    { ...filed, id: '2', description: 'Automatic check: the school does not allow vapes.', reporter_name: null },
    { ...filed, id: '3', description: null },
  ]
  show(<ReportsTab school="" />, {
    ...caseAnswers,
    '/admin/cases/a': { body: { success: true, data: { ...emptyCase, reports, case: spam } } },
  })
  const claim = await screen.findByText('I think that Theo wrote this')
  expect(claim.previousElementSibling?.textContent).toBe('Claim of the reporter')
  expect(screen.getAllByText('Claim of the reporter')).toHaveLength(1)
  cleanup()
  const sealed = { ...report, is_anonymous: true, description: 'I think that Theo wrote this' }
  show(<ReportDetails report={sealed} onClose={() => {}} />, {})
  expect(screen.getByText('Claim of the reporter').nextElementSibling?.textContent).toBe(sealed.description)
})

test('a case explains its place: its reporters, the order, and that the number of reports makes no difference', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  show(<ReportsTab school="" />, caseAnswers)
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  const explain = () => screen.getByRole('region', { name: 'Priority' }).textContent
  const order =
    'Cases are listed by priority, then by whether such a text names someone, then by whether a reporter was often ' +
    'right, then by age. How many reports there are makes no difference.'
  expect(explain()).toContain(`Reported by someone who was often right before. ${order}`)
  fireEvent.click(screen.getByRole('link', { name: /^Harassment/ }))
  await screen.findByRole('heading', { name: 'Harassment, 1 report' })
  expect(explain()).toContain(`Its reporters are new, or were right only sometimes. ${order}`)
})

test('a case that someone else works on is passed over, says so when it is chosen, and can be taken over', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const claim = { claimed_by: 'Colleague', is_own: false, claimed_until: 0 }
  show(<ReportsTab school="" />, {
    ...caseAnswers,
    '/admin/cases/a': { body: { success: true, data: { ...emptyCase, claim, case: spam } } },
    '/admin/cases/a/claim': { status: 409, body: { error: 'Colleague is working on this.' } },
  })
  await screen.findByRole('heading', { name: 'Harassment, 1 report' })
  fireEvent.click(screen.getByRole('link', { name: /^Spam/ }))
  expect((await screen.findByText('Colleague is working on this.')).parentElement?.getAttribute('role')).toBe('status')
  expect(screen.getByRole('button', { name: 'Take over' })).toBeTruthy()
})

test('a fourth claim offers to release one of the own three, and then claims the case', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const claims = [{ id: 'x', content_type: 'post', content: 'Cheap watches' }]
  const refused = { status: 409, body: { error: 'You have claimed three cases. Release one first.', claims } }
  const answers = { ...caseAnswers, '/admin/cases/a/claim': refused as { status?: number; body: object } }
  show(<ReportsTab school="" />, answers)
  const offer = await screen.findByRole('region', { name: 'Your claims' })
  expect(within(offer).getByRole('status').textContent).toContain('You have claimed three cases.')
  expect(screen.getByRole('heading', { name: 'Spam, 2 reports' }), 'it is not passed over').toBeTruthy()
  answers['/admin/cases/a/claim'] = { body: { success: true, data: { claimed_until: 0 } } }
  fireEvent.click(screen.getByRole('button', { name: 'Release Post: Cheap watches' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your claims' })).toBeNull())
})

test('a page that is closed releases the claim of the open case', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  show(<ReportsTab school="" />, caseAnswers)
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return new Response('{"success":true}')
  })
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(sent).toContain('/admin/cases/a/release'))
})

test('a case that was passed on is offered after all others, also when the page is opened again', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  show(<ReportsTab school="" />, caseAnswers)
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  fireEvent.click(screen.getByRole('button', { name: 'Pass on' }))
  expect(await screen.findByRole('heading', { name: 'Harassment, 1 report' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Pending cases' }).textContent, 'it stays in the list').toContain('Spam')
  cleanup()
  show(<ReportsTab school="" />, caseAnswers)
  expect(await screen.findByRole('heading', { name: 'Harassment, 1 report' })).toBeTruthy()
})

test('the typed reason of a case survives a failure and a change of the action', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  show(<ReportsTab school="" />, {
    ...caseAnswers,
    '/admin/cases/a/settle': {
      status: 409,
      body: { error: 'Colleague settled this case: resolved.', settled_by: 'Colleague', outcome: 'resolved' },
    },
  })
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  fireEvent.keyDown(document.body, { key: 'w' })
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Enough spam' } })
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'You posted an advert' } })
  fireEvent.click(screen.getByRole('button', { name: 'Warn user' }))
  await screen.findByRole('heading', { name: 'Harassment, 1 report' })
  await screen.findByRole('button', { name: 'Undo' })
  fireEvent(window, new Event('pagehide')) // sends what waits
  const refusal = 'Colleague settled this case: resolved. Your text is still here.'
  expect(await screen.findByText(`Spam, 2 reports: ${refusal}`)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Open the case' }))
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  expect(within(screen.getByRole('article')).getByText(refusal)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Ban' }))
  expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Enough spam')
  expect((screen.getByLabelText('What happened') as HTMLTextAreaElement).value).toBe('You posted an advert')
  expect(screen.getByRole('button', { name: 'Ban user' })).toBeTruthy()
})

test('after twenty urgent cases a break is suggested, with how many others are on duty', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const urgent = Array.from({ length: 22 }, (_, index): Case => {
    const content = `Words ${index}`
    const priority = index === 0 ? 'normal' : 'danger'
    return {
      ...spam,
      id: `case-${index}`,
      priority,
      report: { ...report, id: `case-${index}`, content_id: content, content },
    }
  })
  const pagination = { page: 1, limit: 50, total: 22, totalPages: 1 }
  const duty = { until: null, others: ['Colleague', 'Head'], numbers: [] }
  show(<ReportsTab school="" />, {
    '/admin/cases': { body: { success: true, data: { cases: urgent, pagination } } },
    '/admin/duty': { body: { success: true, data: duty } },
    ...Object.fromEntries(
      urgent.map((item) => [
        `/admin/cases/${item.id}`,
        { body: { success: true, data: { ...emptyCase, case: item } } },
      ]),
    ),
  })
  const hint = 'Take a ten-minute break? 2 others are on duty.'
  const dismiss = async (index: number) => {
    await waitFor(() => expect(within(screen.getByRole('article')).getByText(`Words ${index}`)).toBeTruthy())
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  }
  await screen.findByRole('article')
  for (let index = 0; index < 20; index++) await dismiss(index)
  await waitFor(() => expect(within(screen.getByRole('article')).getByText('Words 20')).toBeTruthy())
  expect(screen.queryByText(hint), 'one of the twenty was not urgent').toBeNull()
  await dismiss(20)
  fireEvent.click(within((await screen.findByText(hint)).parentElement as HTMLElement).getByRole('button'))
  expect(screen.queryByText(hint)).toBeNull()
})

test('a decision waits in the page, and U brings the case back with what was typed', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const answers = { ...caseAnswers, '/admin/cases/a/settle': { body: { success: true, updated: 2 } } }
  show(<ReportsTab school="" />, answers)
  const real = fetch
  const sent: object[] = []
  const claims: object[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('/settle')) sent.push({ ...JSON.parse(String(init.body)), keepalive: init.keepalive })
    if (url.endsWith('/a/claim')) claims.push(JSON.parse(String(init.body)))
    return real(url, init)
  })
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  fireEvent.keyDown(document.body, { key: 'w' })
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Enough of it' } })
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'You posted an advert' } })
  const warn = () => fireEvent.click(screen.getByRole('button', { name: 'Warn user' }))
  warn()
  await screen.findByRole('heading', { name: 'Harassment, 1 report' })
  expect(screen.getByText('Warned: Spam, 2 reports')).toBeTruthy()
  await waitFor(() => expect(claims, 'the case stays claimed meanwhile').toContainEqual({ is_settling: true }))
  fireEvent.keyDown(document.body, { key: 'u' })
  const heading = await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  expect(heading).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect((screen.getByLabelText('What happened') as HTMLTextAreaElement).value).toBe('You posted an advert')
  expect(sent).toEqual([])

  warn()
  await screen.findByRole('button', { name: 'Undo' })
  fireEvent(window, new Event('pagehide'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ version: 4, outcome: 'resolved', keepalive: true })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('leaving the page sends a decision that waits', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  show(<ReportsTab school="" />, { ...caseAnswers, '/admin/cases/a/settle': { body: { success: true, updated: 2 } } })
  const real = fetch
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('/settle')) sent.push(String(init.body))
    return real(url, init)
  })
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await screen.findByRole('button', { name: 'Undo' })
  expect(sent).toEqual([])
  cleanup()
  expect(sent).toEqual([JSON.stringify({ version: 4, outcome: 'dismissed' })])
})

test('a case that another moderator settles stays open with what was typed, and says who was faster', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  const settled = { ...spam, state: 'settled', outcome: 'dismissed', settled_by: 'Colleague', settled_at: 1 }
  const answers: Record<string, Answer> = { ...caseAnswers }
  show(<ReportsTab school="" />, answers)
  await screen.findByRole('heading', { name: 'Spam, 2 reports' })
  fireEvent.keyDown(document.body, { key: 'w' })
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Enough of it' } })
  const pagination = { page: 1, limit: 50, total: 1, totalPages: 1 }
  answers['/admin/cases'] = { body: { success: true, data: { cases: [harassment], pagination } } }
  answers['/admin/cases/a'] = { body: { success: true, data: { ...emptyCase, case: settled } } }
  fireEvent.click(screen.getByRole('button', { name: 'More report tools' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Refresh' }))
  await waitFor(() => expect(screen.getByRole('list', { name: 'Pending cases' }).querySelectorAll('a')).toHaveLength(1))
  expect(screen.getByRole('heading', { name: 'Spam, 2 reports' })).toBeTruthy()
  expect(screen.getByText(/^Another moderator settled this case\./)).toBeTruthy()
  expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Enough of it')
})

test.each([
  ['Violence/Threats', 'Is someone in danger right now?', 'Yes', 'danger'],
  ['Harassment', 'Is this an intimate picture of you, or of a person who did not agree?', 'Yes', 'intimate'],
  ['Personal Information', 'Is this an intimate picture of you, or of a person who did not agree?', 'No', 'personal'],
  ['Other', 'Is someone in danger right now?', 'No', undefined],
])('a report of %s asks "%s": %s makes it %s', async (reason, question, answer, urgent) => {
  const sent: object[] = []
  const help = 'If someone is in danger, call 5550100 now. Moderators on duty have been notified.'
  const send = async (body: object) => {
    sent.push(body)
    return { message: urgent === 'danger' ? help : 'Thanks' }
  }
  const close = vi.fn()
  show(<ReportDialog what="post" id={reason} report={send} onClose={close} />, {})
  expect(screen.queryByText(question)).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: reason }))
  fireEvent.click(within(screen.getByRole('group', { name: question })).getByRole('radio', { name: answer }))
  fireEvent.click(screen.getByRole('button', { name: 'Report post' }))
  if (urgent === 'danger') expect(await screen.findByText(help)).toBeTruthy()
  else await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([expect.objectContaining({ description: '', ...(urgent ? { urgent } : {}) })])
  expect(sent.every((body) => 'urgent' in body)).toBe(urgent !== undefined)
})

test('reported media loads nothing before the first press, opens in steps without sound, and keeps the focus', () => {
  const size = { width: 100, height: 100, thumbhash: null }
  const media = [
    { url: '/media/a.webp', kind: 'image' as const, ...size },
    { url: '/media/b.mp4', kind: 'video' as const, ...size },
  ]
  const { container } = render(<ReportedMedia media={media} />)
  expect(container.querySelectorAll('img, video')).toHaveLength(0)
  const press = (name: string) => {
    screen.getByRole('button', { name }).focus()
    fireEvent.click(screen.getByRole('button', { name }))
  }
  press('Show blurred: Picture 1 of 2')
  const image = () => within(screen.getByRole('figure', { name: 'Picture 1 of 2' })).getByRole('img')
  expect([image().getAttribute('alt'), image().className]).toEqual([
    'Picture 1 of 2, blurred and grey',
    expect.stringMatching(/blur-xl grayscale$/),
  ])
  press('Show in grey: Picture 1 of 2')
  expect(image().className).toMatch(/grayscale/)
  expect(image().className).not.toMatch(/blur/)
  press('Show in colour: Picture 1 of 2')
  expect(image().className).not.toMatch(/grayscale|blur/)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide: Picture 1 of 2' }))
  press('Hide: Picture 1 of 2')
  expect(container.querySelectorAll('img, video')).toHaveLength(0)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show blurred: Picture 1 of 2' }))

  press('Show blurred: Video 2 of 2')
  const video = container.querySelector('video')
  expect([video?.muted, video?.autoplay, video?.controls]).toEqual([true, false, false])
  expect(screen.queryByRole('button', { name: /sound/ })).toBeNull()
  press('Show in grey: Video 2 of 2')
  press('Turn on sound: Video 2 of 2')
  expect(container.querySelector('video')?.muted).toBe(false)
  expect(screen.getByText('Video 2 of 2: grey, with sound')).toBeTruthy()
})
