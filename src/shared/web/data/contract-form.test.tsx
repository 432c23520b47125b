import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { text } from '../../contract.ts'
import { storedDraft } from '../draft.ts'
import { Field } from '../ui/Field.tsx'
import { claimStorage, clearStorage } from '../user-storage.ts'
import { useContractForm } from './contract-form.ts'
import { ApiError } from './errors.ts'

const Offer = z.object({
  title: text({ max: 20, required: 'Title is required' }),
  price: z.number({ error: 'Enter a price' }).min(0, 'Enter a price'),
  note: text({ max: 50, min: 0 }).nullable().optional(),
  place: z.literal('campus').optional(),
})
type Call = { body: unknown; key: string; accept: () => void; refuse: (status: number, fields?: object) => void }
let calls: Call[]
const onDone = vi.fn()

function OfferForm({ note = '', place = 'campus', hasDraft = true }) {
  const { form, field, isPending, isChanged, discard, failure } = useContractForm({
    name: 'offer',
    hasDraft,
    initial: () => ({ title: '', cost: '', note }),
    schema: Offer,
    fieldNames: { price: 'cost' },
    toBody: ({ cost, ...values }) => ({ ...values, place, price: cost === '' ? undefined : Number(cost) }),
    send: (body, key) =>
      new Promise<string>((resolve, reject) => {
        const refuse = (status: number, fields?: object) => reject(new ApiError(status, { fields } as object))
        calls.push({ body, key, accept: () => resolve('made'), refuse })
      }),
    toSaved: () => ({ title: 'As stored', cost: '5', note }),
    onDone,
  })
  return (
    <form {...form}>
      <Field label="Title" {...field('title')} />
      <Field label="Price" {...field('cost')} />
      <Field label="Note" {...field('note')} />
      {failure && <p role="status">{failure.message}</p>}
      <button type="submit" disabled={isPending}>
        Offer
      </button>
      <button type="reset" hidden={!isChanged} onClick={discard}>
        Discard
      </button>
    </form>
  )
}

const open = (note = '', more = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OfferForm note={note} {...more} />
    </QueryClientProvider>,
  )
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Offer' }))
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
/** The call with this number, from 1: it is sent a moment after the press. */
async function sent(count: number): Promise<Call> {
  await waitFor(() => expect(calls).toHaveLength(count))
  return calls[count - 1] as Call
}
const isReady = () => waitFor(() => expect(screen.getByText('Offer').hasAttribute('disabled')).toBe(false))
const isChanged = () => !screen.getByText('Discard').hidden

beforeEach(() => {
  claimStorage('ada')
  calls = []
  onDone.mockClear()
})
afterEach(() => {
  cleanup()
  clearStorage()
})

test('takes the limit and whether a field is required from the contract', () => {
  open()
  expect([input('Title').maxLength, input('Title').required]).toEqual([20, true])
  expect([input('Note').maxLength, input('Note').required]).toEqual([50, false])
})

test('sends nothing while a field is invalid, shows the message of the contract, and focuses the first such field', () => {
  open()
  const scroll = vi.spyOn(input('Title'), 'scrollIntoView')
  type('Note', 'Almost new')
  submit()
  expect(calls).toEqual([])
  expect(alerts()).toEqual(['Title is required', 'Enter a price'])
  expect(document.activeElement).toBe(input('Title'))
  expect(scroll).toHaveBeenCalled()
})

test('removes an error as soon as its field is valid, and keeps the others', () => {
  open()
  submit()
  type('Title', 'Lamp')
  expect(alerts()).toEqual(['Enter a price'])
  type('Price', '-1')
  expect(alerts()).toEqual(['Enter a price'])
  type('Price', '5')
  expect(alerts()).toEqual([])
  type('Title', '')
  expect(alerts()).toEqual(['Title is required'])
})

test('shows no errors before the first submit', () => {
  open()
  type('Title', 'Lamp')
  type('Title', '')
  expect(alerts()).toEqual([])
})

test("shows the server's errors beside their fields until these change, and keeps what was typed", async () => {
  open()
  type('Title', 'Lamp')
  type('Price', '5')
  submit()
  ;(await sent(1)).refuse(400, { price: 'Too cheap' })
  await waitFor(() => expect(alerts()).toEqual(['Too cheap']))
  expect(document.activeElement).toBe(input('Price'))
  expect(input('Title').value).toBe('Lamp')
  type('Title', 'Desk lamp')
  expect(alerts()).toEqual(['Too cheap'])
  type('Price', '6')
  expect(alerts()).toEqual([])
})

test('leaves errors of what the form does not show to the server, and returns them as a failure', async () => {
  open('', { place: 'moon' })
  type('Title', 'Lamp')
  type('Price', '5')
  submit()
  ;(await sent(1)).refuse(400, { place: 'Not there' })
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(alerts()).toEqual([])
})

test('shows an error inside a list at its field, and no failure', async () => {
  open()
  type('Title', 'Lamp')
  type('Price', '5')
  submit()
  ;(await sent(1)).refuse(400, { 'note.0': 'Too plain' })
  await waitFor(() => expect(alerts()).toEqual(['Too plain']))
  expect(screen.queryByRole('status')).toBeNull()
})

test('sends two presses once, and the same body again with the same key', async () => {
  open()
  type('Title', 'Lamp')
  type('Price', '5')
  submit()
  fireEvent.submit(screen.getByText('Offer').closest('form') as HTMLFormElement)
  ;(await sent(1)).refuse(500)
  await isReady()
  submit()
  await sent(2)
  expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ title: 'Lamp', note: '', place: 'campus', price: 5 }))
  expect(calls[1]?.key).toBe(calls[0]?.key)
})

test('keeps the draft over a closed form and a failure, and removes it when it was sent', async () => {
  open()
  type('Title', 'Lamp')
  type('Price', '5')
  submit()
  ;(await sent(1)).refuse(0)
  await isReady()
  cleanup()
  open()
  expect([input('Title').value, input('Price').value]).toEqual(['Lamp', '5'])
  submit()
  ;(await sent(2)).accept()
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('made'))
  cleanup()
  open()
  expect(input('Title').value).toBe('')
})

test('keeps in the draft only what was changed, so that the other fields follow the item', () => {
  open('Almost new')
  type('Title', 'Lamp')
  cleanup()
  open('Used')
  expect([input('Title').value, input('Note').value]).toEqual(['Lamp', 'Used'])
  expect(isChanged()).toBe(true)
  type('Title', '')
  expect([isChanged(), storedDraft.read('offer')]).toEqual([false, undefined])
})

test('discards what was typed', () => {
  open('Used')
  type('Note', 'New')
  fireEvent.click(screen.getByText('Discard'))
  expect([input('Note').value, isChanged()]).toEqual(['Used', false])
})

test('opens over the draft of an earlier release, which was a text', () => {
  storedDraft.write('offer', 'Lamp')
  open('Used')
  expect([input('Title').value, input('Note').value]).toEqual(['', 'Used'])
})

test.each([true, false])(
  'shows what the server saved while the form stays open, with a draft: %s',
  async (hasDraft) => {
    open('Used', { hasDraft })
    type('Title', 'Lamp')
    type('Price', '5')
    submit()
    ;(await sent(1)).accept()
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect([input('Title').value, input('Price').value, isChanged()]).toEqual(['As stored', '5', false])
  },
)

test.each([true, false])('keeps what was typed while the form was sent, with a draft: %s', async (hasDraft) => {
  open('Used', { hasDraft })
  type('Title', 'Lamp')
  type('Price', '5')
  submit()
  const { accept } = await sent(1)
  type('Title', 'Desk lamp')
  accept()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect([input('Title').value, isChanged()]).toEqual(['Desk lamp', true])
})
