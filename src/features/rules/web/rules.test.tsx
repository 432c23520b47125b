import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { RulesPanel } from './RulesPanel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

const reasons = [
  ['spam', 'Spam'],
  ['violence', 'Violence/Threats'],
] as const
const rule = { id: 'rule', version: 2, position: 3, title: 'No spam', text: 'Do not advertise.', reasons: ['spam'] }

/** Renders the panel; `answer` replies to each request by its method. */
function show(answer: (method: string, url: string, body: unknown) => { status?: number; body: object }) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const reply = answer(method, url, body ? JSON.parse(String(body)) : undefined)
    return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 })
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <RulesPanel school="" reasons={reasons} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const listed = (...rules: object[]) => ({ body: { success: true, data: rules } })

test('lists the rules with their order, reasons and version', async () => {
  show(() => listed(rule))
  const row = (await screen.findByRole('heading', { name: '3. No spam' })).closest('li')
  expect(row?.textContent).toContain('Do not advertise.')
  expect(row?.textContent).toContain('Spam')
  expect(row?.textContent).toContain('Version 2')
})

test('adds a rule after the last one, and keeps what was typed when the server refuses', async () => {
  const sent: unknown[] = []
  show((method, _url, body) => {
    if (method === 'GET') return listed(rule)
    sent.push(body)
    return { status: 409, body: { success: false, error: 'A school can have up to 50 rules.' } }
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add rule' }))
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Be quiet' } })
  fireEvent.click(screen.getByLabelText('Violence/Threats'))
  const save = () => fireEvent.click(screen.getAllByRole('button', { name: 'Add rule' }).at(-1) as HTMLElement)
  save()
  expect((await screen.findByLabelText('Text')).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'In the library.' } })
  save()
  expect(await screen.findByText('A school can have up to 50 rules.')).toBeDefined()
  expect(sent).toEqual([{ title: 'Be quiet', text: 'In the library.', position: 4, reasons: ['violence'] }])
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Be quiet')
})

test('withdraws a rule after a question, and shows a failure there', async () => {
  let fails = true
  show((method) => {
    if (method === 'GET') return fails ? listed(rule) : listed()
    return fails ? { status: 404, body: { success: false, error: 'Rule not found' } } : { body: { success: true } }
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw No spam' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw rule' }))
  expect(await screen.findByText('Rule not found')).toBeDefined()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw rule' }))
  await waitFor(() => expect(screen.getByText(/^No rules\./)).toBeDefined())
})
