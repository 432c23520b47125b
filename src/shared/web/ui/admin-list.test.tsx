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

test('a failed load offers to try again, a failed action does not', () => {
  const refetch = vi.fn(async () => {})
  show({ problem: 'Failed to fetch rows', list: { ...loaded, isSuccess: false, refetch } })
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(refetch).toHaveBeenCalledOnce()
  cleanup()
  show({ problem: 'Failed to update the row', rows: ['one'] })
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})
