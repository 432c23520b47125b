import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AdminList } from './AdminList.tsx'

afterEach(cleanup)

const loaded = { isPending: false, isSuccess: true, isPlaceholderData: false, refetch: async () => {} }
const pages = { page: 1, totalPages: 1, onPage: () => {} }

type Props = Partial<Parameters<typeof AdminList<string>>[0]>
const show = (props: Props) =>
  render(
    <AdminList
      title="Rows"
      list={loaded}
      rows={[]}
      empty={<p>No rows</p>}
      row={(row) => <li key={row}>{row}</li>}
      pages={pages}
      {...props}
    />,
  )

test('an empty list has no pages, a list with rows has them', () => {
  show({})
  expect(screen.getByText('No rows')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  cleanup()
  show({ rows: ['one'] })
  expect(screen.getByText('Page 1 of 1')).toBeTruthy()
})

test('the heading is above the rows from the first moment on', () => {
  const heading = <p>Open ones only</p>
  const isAboveRows = () => screen.getByText('Open ones only').nextElementSibling !== null
  show({ heading, list: { ...loaded, isPending: true, isSuccess: false } })
  expect(isAboveRows()).toBe(true)
  cleanup()
  show({ heading, rows: ['one'] })
  expect(isAboveRows()).toBe(true)
})

const button = (name: string) => screen.getByRole('button', { name })
const list = (rows: readonly string[]) => (
  <AdminList
    title="Rows"
    list={loaded}
    rows={rows}
    empty={<p>No rows</p>}
    row={(row) => (
      <li key={row}>
        <button type="button">{row}</button>
      </li>
    )}
  />
)

test('when the focused row disappears, the focus goes to the row at its place, and from the last one to the heading', async () => {
  const { rerender } = render(list(['one', 'two', 'three']))
  button('two').focus()
  rerender(list(['one', 'three']))
  await waitFor(() => expect(document.activeElement).toBe(button('three')))
  rerender(list(['one']))
  await waitFor(() => expect(document.activeElement).toBe(button('one')))
  rerender(list([]))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Rows' })))
})

test('a row that disappears takes no focus from elsewhere', async () => {
  const { rerender } = render(list(['one', 'two']))
  button('one').focus()
  button('Refresh').focus()
  rerender(list(['two']))
  await waitFor(() => expect(screen.queryByText('one')).toBeNull())
  expect(document.activeElement).toBe(button('Refresh'))
})

const Item = ({ name, action, isBusy = false }: { name: string; action: string; isBusy?: boolean }) => (
  <li>
    <a href="/item">{name}</a>
    <ol>
      <li>A message</li>
      <li>Another message</li>
    </ol>
    <footer>
      <button key={action} type="button" disabled={isBusy}>
        {`${action} ${name}`}
      </button>
    </footer>
  </li>
)
const items = (rows: readonly Parameters<typeof Item>[0][]) => (
  <AdminList
    title="Items"
    list={loaded}
    rows={rows}
    empty={<p>No items</p>}
    row={(item) => <Item key={item.name} {...item} />}
  />
)

test('a button that replaces the focused one gets the focus, wherever its row is now', async () => {
  const { rerender } = render(items([{ name: 'one', action: 'Claim' }]))
  button('Claim one').focus()
  rerender(
    items([
      { name: 'new', action: 'Claim' },
      { name: 'one', action: 'Release' },
    ]),
  )
  await waitFor(() => expect(document.activeElement).toBe(button('Release one')))
})

test('a row counts once, also if it contains a list', async () => {
  const { rerender } = render(
    items([
      { name: 'one', action: 'Claim' },
      { name: 'two', action: 'Claim' },
    ]),
  )
  button('Claim two').focus()
  rerender(items([{ name: 'one', action: 'Claim' }]))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'one' })))
})

test('the focus returns to a button that was disabled for a time, unless it is elsewhere', async () => {
  const [idle, busy] = [
    items([{ name: 'one', action: 'Claim' }]),
    items([{ name: 'one', action: 'Claim', isBusy: true }]),
  ]
  const { rerender } = render(idle)
  const observed = async () => new Promise<void>((done) => queueMicrotask(done))
  // What a browser does with a disabled button before it paints.
  const takeFocus = () => {
    const outside = document.body.appendChild(document.createElement('button'))
    outside.focus()
    outside.remove()
  }
  button('Claim one').focus()
  rerender(busy)
  await observed()
  takeFocus()
  expect(document.activeElement).toBe(document.body)
  rerender(idle)
  await waitFor(() => expect(document.activeElement).toBe(button('Claim one')))
  rerender(busy)
  await observed()
  button('Refresh').focus()
  rerender(idle)
  await observed()
  expect(document.activeElement).toBe(button('Refresh'))
})

test('a failed load offers to try again, a failed action does not', () => {
  const refetch = vi.fn(async () => {})
  show({ problem: 'Failed to fetch rows', list: { ...loaded, isSuccess: false, refetch } })
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(refetch).toHaveBeenCalledOnce()
  cleanup()
  show({ problem: 'Failed to update the row', rows: ['one'] })
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})
