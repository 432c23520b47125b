import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../data/errors.ts'
import { AdminList } from './AdminList.tsx'
import { Checkbox } from './Checkbox.tsx'
import { ChipGroup } from './Chip.tsx'
import { ChipChoice } from './ChipChoice.tsx'
import { DetailDialog } from './DetailDialog.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { MoreOptions } from './MoreOptions.tsx'
import { PageTools } from './PageTools.tsx'
import { PeopleRow } from './PeopleRow.tsx'
import { RadioList } from './RadioList.tsx'
import { ReactionButton } from './ReactionButton.tsx'
import { SelectionBox } from './SelectionBox.tsx'
import { Switch } from './Switch.tsx'
import { EmptyState } from './states.tsx'
import { TableCell, TableRow } from './Table.tsx'
import { TagsField } from './TagsField.tsx'
import { TextArea } from './TextArea.tsx'
import { Time } from './Time.tsx'
import { WithPreview } from './WithPreview.tsx'

afterEach(cleanup)

describe('Checkbox', () => {
  test('is named by its label and hint, and changes when the label is pressed', () => {
    const onChange = vi.fn()
    render(<Checkbox label="Post anonymously" hint="No one sees your name." checked={false} onChange={onChange} />)
    expect(screen.getByRole('checkbox', { name: 'Post anonymously No one sees your name.' })).toBeTruthy()
    fireEvent.click(screen.getByText('Post anonymously'))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
  })

  test('is described by its error', () => {
    render(<Checkbox label="I accept" checked={false} onChange={vi.fn()} error="Accept the terms" />)
    const box = screen.getByRole('checkbox', { name: 'I accept' })
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')).toBe(screen.getByRole('alert'))
  })

  test('does not change while disabled', () => {
    const onChange = vi.fn()
    render(<Checkbox label="Pin to top" checked={false} onChange={onChange} disabled />)
    fireEvent.click(screen.getByText('Pin to top'))
    expect(onChange).not.toHaveBeenCalled()
  })
})

test('the tools of a page take no space without a tool', () => {
  const { container, rerender } = render(<PageTools search={false} end={false} />)
  expect(container.innerHTML).toBe('')
  rerender(<PageTools search={false} end={<button type="button">Filters</button>} />)
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy()
})

test('a radio list is named by its question, and each option by label and hint', () => {
  const onChange = vi.fn()
  const options = [
    { value: 'public', label: 'Public', hint: 'Anyone can join.' },
    { value: 'private', label: 'Private' },
  ] as const
  const { rerender } = render(<RadioList label="Who can join?" options={options} value="public" onChange={onChange} />)
  expect(screen.getByRole('group', { name: 'Who can join?' })).toBeTruthy()
  const open = screen.getByRole<HTMLInputElement>('radio', { name: 'Public Anyone can join.' })
  expect(open.checked).toBe(true)
  fireEvent.click(screen.getByText('Private'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('private')
  rerender(<RadioList label="Who can join?" options={options} value="public" onChange={onChange} disabled />)
  expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(true)
})

test('a switch keeps its name and reports the other state', () => {
  const onChange = vi.fn()
  render(
    <Switch label="Ad is active" checked onChange={onChange}>
      Active
    </Switch>,
  )
  const control = screen.getByRole('switch', { name: 'Ad is active' })
  expect(control.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(control)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(false)
})

describe('ChipGroup', () => {
  const options = [
    ['a', 'First'],
    ['b', 'Second'],
  ] as const

  test('chooses one chip of a filter, as a radio button', () => {
    const onSelect = vi.fn()
    render(<ChipGroup label="Filter" options={options} value="a" onSelect={onSelect} />)
    expect(screen.getByRole('radiogroup', { name: 'Filter' })).toBeTruthy()
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([true, false])
    fireEvent.click(screen.getByRole('radio', { name: 'Second' }))
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('b')
  })

  test('presses several chips of a choice', () => {
    render(<ChipGroup label="Tags" options={options} value={['a', 'b']} onSelect={vi.fn()} />)
    expect(screen.getAllByRole('button').map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['true', 'true'])
  })
})

function ConditionChoice() {
  const [value, setValue] = useState<'new' | 'good'>()
  const options = [
    ['new', 'New'],
    ['good', 'Good'],
  ] as const
  return <ChipChoice label="Condition" options={options} value={value} onChange={setValue} hint="Optional" />
}

test('a choice of chips is one radio group, in which nothing is chosen until the user chooses', () => {
  render(<ConditionChoice />)
  const group = screen.getByRole('radiogroup', { name: 'Condition' })
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Optional')
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(new Set(radios.map(({ name }) => name)).size).toBe(1) // arrow keys stay within the group
  expect(radios.some(({ checked }) => checked)).toBe(false)
  fireEvent.click(screen.getByText('Good'))
  expect(radios.map(({ checked }) => checked)).toEqual([false, true])
})

test.each([
  [0, 'Like, 0 likes'],
  [1, 'Like, 1 like'],
  [2, 'Like, 2 likes'],
])('a reaction with %i likes is named %j, pressed or not', (count, name) => {
  const onToggle = vi.fn()
  const { rerender } = render(<ReactionButton isOn={false} count={count} onToggle={onToggle} />)
  const button = screen.getByRole('button', { name })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(button)
  expect(onToggle).toHaveBeenCalledOnce()
  rerender(<ReactionButton isOn count={count} onToggle={onToggle} />)
  expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
})

describe('TextArea', () => {
  const counter = { max: 6, warnAbove: 2, alertAbove: 4 }
  test.each([
    ['ab', 'text-soft', false],
    ['abc', 'text-orange', false],
    ['abcde', 'text-danger', false],
    ['  abcdef  ', 'text-danger', false],
    ['abcdefg', 'text-danger', true],
  ])('counts %j as %s', (text, tone, isInvalid) => {
    render(<TextArea label="Text" value={text} onChange={vi.fn()} counter={counter} />)
    const field = screen.getByRole('textbox', { name: 'Text' })
    const shown = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(shown?.textContent).toBe(`${text.trim().length}/6`)
    expect(shown?.getAttribute('aria-live')).toBe('polite')
    expect(shown?.className).toContain(tone)
    expect(field.hasAttribute('aria-invalid')).toBe(isInvalid)
  })

  test('counts an emoji as one character', () => {
    render(<TextArea label="Text" value="🌱" onChange={vi.fn()} counter={counter} />)
    expect(screen.getByText('1/6')).toBeTruthy()
  })

  test('is described by its error and its counter', () => {
    render(<TextArea label="Text" value="" onChange={vi.fn()} error="Write something" counter={counter} />)
    const ids = screen.getByRole('textbox').getAttribute('aria-describedby')?.split(' ') ?? []
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['Write something', '0/6'])
  })
})

describe('Time', () => {
  const now = 1_800_000_000
  beforeEach(() => void vi.useFakeTimers({ now: now * 1000 }))
  afterEach(() => void vi.useRealTimers())

  test('shows the age, brings it up to date, and has the full date as a tooltip', () => {
    const { container } = render(<Time at={now - 30} />)
    const time = container.querySelector('time')
    expect(time?.textContent).toBe('now')
    if (time) fireEvent.pointerEnter(time)
    expect(time?.title).toMatch(/2027/)
    expect(time?.dateTime).toBe(new Date((now - 30) * 1000).toISOString())
    act(() => void vi.advanceTimersByTime(60_000))
    expect(time?.textContent).toBe('1 min')
  })

  test('stops its timer with the last time of the page', () => {
    const { unmount } = render(<Time at={now} />)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('DetailDialog', () => {
  const show = (state: { item?: { title: string }; isPending?: boolean; error?: Error }, onRetry = vi.fn()) =>
    render(
      <DetailDialog
        onClose={vi.fn()}
        what="Event"
        title={state.item?.title}
        item={state.item}
        isPending={state.isPending ?? false}
        error={state.error ?? null}
        onRetry={onRetry}
        goneText="It may have been deleted."
        failureText="We couldn’t load this event."
        actions={() => <button type="button">Going</button>}
      >
        {({ title }) => <p>About {title}</p>}
      </DetailDialog>,
    )

  test('shows an item with its title and actions', () => {
    show({ item: { title: 'Chess' } })
    expect(screen.getByRole('dialog', { name: 'Chess' }).textContent).toContain('About Chess')
    expect(screen.getByRole('button', { name: 'Going' })).toBeTruthy()
  })

  test('shows a placeholder while pending', () => {
    show({ isPending: true })
    expect(screen.getByRole('dialog', { name: 'Event' }).querySelector('[data-skeleton]')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Going' })).toBeNull()
  })

  test('says that an item does not exist, without Try Again', () => {
    show({ error: new ApiError(404, {}) })
    expect(screen.getByRole('dialog', { name: 'Event not found' }).textContent).toContain('It may have been deleted.')
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  })

  test('offers to load again after another failure', () => {
    const retry = vi.fn()
    show({ error: new ApiError(500, {}) }, retry)
    expect(screen.getByRole('dialog', { name: 'Event' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})

describe('FilterSheet', () => {
  test('opens, clears and closes with Escape, and returns the focus', async () => {
    const onClear = vi.fn()
    render(
      <FilterSheet count={2} onClear={onClear}>
        <label>
          Price <input />
        </label>
      </FilterSheet>,
    )
    const button = screen.getByRole('button', { name: 'Filters, 2 active' })
    act(() => button.focus())
    fireEvent.click(button)
    const sheet = await screen.findByRole('dialog', { name: 'Filters' }, { timeout: 10_000 })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('textbox', { name: 'Price' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onClear).toHaveBeenCalledOnce()
    fireEvent.keyDown(sheet, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  }, 15_000)

  test('has no number and nothing to clear without active filters', async () => {
    render(
      <FilterSheet count={0} onClear={vi.fn()}>
        <p>Fields</p>
      </FilterSheet>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    const clear = await screen.findByRole<HTMLButtonElement>('button', { name: 'Clear' }, { timeout: 10_000 })
    expect(clear.disabled).toBe(true)
  }, 15_000)
})

describe('AdminList', () => {
  type State = { rows?: string[]; problem?: string; selected?: string; chosen?: string[]; list?: object; page?: number }
  const onPage = vi.fn()
  beforeEach(() => onPage.mockClear())
  const onSelection = vi.fn()
  const show = (state: State) => {
    const onClear = vi.fn()
    render(
      <AdminList
        title="Reports"
        tools={<p>Tools</p>}
        problem={state.problem}
        selection={state.selected ? { text: '1 report(s) selected', onClear } : undefined}
        list={{
          isPending: false,
          isSuccess: true,
          isPlaceholderData: false,
          refetch: vi.fn(() => Promise.resolve()),
          ...state.list,
        }}
        rows={state.rows ?? []}
        selectable={{ ids: state.rows ?? [], chosen: state.chosen ?? [], onChange: onSelection }}
        empty={<EmptyState title="No reports found" />}
        table={{ label: 'Reports', columns: [['Select'], 'Report'] }}
        row={(name) => (
          <TableRow key={name} selected={name === state.selected}>
            <TableCell>
              <SelectionBox label={`Select ${name}`} checked={name === state.selected} onChange={vi.fn()} />
            </TableCell>
            <TableCell>{name}</TableCell>
          </TableRow>
        )}
        pages={{ page: state.page ?? 1, totalPages: 3, onPage, total: '41 total reports' }}
      />,
    )
    return onClear
  }

  test('shows its rows, the selected one marked, and clears the selection', () => {
    const onClear = show({ rows: ['Spam', 'Other'], selected: 'Spam' })
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-selected'))).toEqual([null, 'true', null])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Spam' }).checked).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Clear Selection' }))
    expect(onClear).toHaveBeenCalledOnce()
    expect(screen.queryByText('No reports found')).toBeNull()
  })

  test('selects all rows of the page, and none again', () => {
    const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
    show({ rows: ['Spam', 'Other'], chosen: ['Spam'] })
    expect([all().checked, all().indeterminate]).toEqual([false, true])
    fireEvent.click(all())
    expect(onSelection).toHaveBeenLastCalledWith(['Spam', 'Other'])
    cleanup()
    show({ rows: ['Spam', 'Other'], chosen: ['Spam', 'Other'] })
    expect([all().checked, all().indeterminate]).toEqual([true, false])
    fireEvent.click(all())
    expect(onSelection).toHaveBeenLastCalledWith([])
  })

  test('says when a refresh is done', async () => {
    show({ rows: ['Spam'] })
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect((await screen.findByText('Updated just now')).closest('[role=status]')).toBeTruthy()
  })

  test('is not empty while it is loading', () => {
    show({ list: { isPending: true, isSuccess: false } })
    expect(screen.queryByText('No reports found')).toBeNull()
    expect(document.querySelector('[data-skeleton]')).toBeTruthy()
  })

  test('goes to the last existing page from one beyond the end, and is not empty meanwhile', () => {
    show({ page: 9999 })
    expect(onPage).toHaveBeenCalledExactlyOnceWith(3, { replace: true })
    expect(screen.queryByText('No reports found')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test.each([
    ['on the last page', { page: 3 }],
    ['while the rows are those of another filter', { page: 9, list: { isPlaceholderData: true } }],
    ['after a failed load', { page: 9, list: { isSuccess: false } }],
  ])('stays on its page %s', (_, state) => {
    show(state)
    expect(onPage).not.toHaveBeenCalled()
    expect(screen.getByText(`Showing page ${state.page} of 3 (41 total reports)`)).toBeTruthy()
  })

  test('says that it is empty, and what failed', () => {
    show({ problem: 'Failed to fetch reports' })
    expect(screen.getByText('No reports found')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Failed to fetch reports')
    expect(screen.queryByRole('table')).toBeNull()
  })
})

test('folded options are opened by their summary, which names what applies', () => {
  render(
    <MoreOptions summary="Anyone · no tags">
      <p>Tags</p>
    </MoreOptions>,
  )
  const details = document.querySelector('details')
  expect(details?.open).toBe(false)
  expect(screen.getByText('Anyone · no tags').closest('summary')).toBeTruthy()
  fireEvent.click(screen.getByText('More options'))
  expect(details?.open).toBe(true)
})

test('options that an invalid field has opened stay open when it is corrected', () => {
  const options = (isInvalid: boolean) => (
    <MoreOptions summary="No limit" open={isInvalid}>
      <p>Seats</p>
    </MoreOptions>
  )
  const { rerender } = render(options(true))
  rerender(options(false))
  expect(document.querySelector('details')?.open).toBe(true)
})

test('a row of people shows three faces at most, and names them once', () => {
  const people = ['Ada', 'Alan', 'Grace', 'Edsger'].map((name) => ({ id: name, name, avatar_url: null }))
  const { container } = render(<PeopleRow people={people} text="Ada, Alan and 2 going" />)
  expect(container.querySelectorAll('[data-letters]')).toHaveLength(3)
  expect(container.textContent).toBe('Ada, Alan and 2 going')
})

test('an empty state offers suggestions below its action', () => {
  render(<EmptyState title="No friends yet" action={<button type="button">Find</button>} suggestions={<p>Ada</p>} />)
  const action = screen.getByRole('button', { name: 'Find' })
  expect(action.compareDocumentPosition(screen.getByText('Ada'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the tabs of a preview change by press and by arrow keys, and a submitted form is shown again', () => {
  const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  render(
    <WithPreview preview={<p>As others see it</p>}>
      <form aria-label="Rule" onSubmit={submit} />
    </WithPreview>,
  )
  const [write, preview] = screen.getAllByRole('tab') as [HTMLElement, HTMLElement]
  const selected = () => screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'))
  expect(document.getElementById(preview.getAttribute('aria-controls') ?? '')?.textContent).toBe('As others see it')
  expect([write.tabIndex, preview.tabIndex]).toEqual([0, -1])
  fireEvent.click(preview)
  expect(selected()).toEqual(['false', 'true'])
  fireEvent.keyDown(preview, { key: 'ArrowLeft' })
  expect(selected()).toEqual(['true', 'false'])
  expect(document.activeElement).toBe(write)
  fireEvent.keyDown(write, { key: 'ArrowRight' })
  expect(selected()).toEqual(['false', 'true'])
  fireEvent.submit(screen.getByRole('form'))
  expect(submit).toHaveBeenCalledOnce()
  expect(selected()).toEqual(['true', 'false'])
})

test('a tag is added by Enter or a comma, and not twice in other capitals', () => {
  const change = vi.fn()
  render(<TagsField value={['Chess']} onChange={change} limits={{ tags: 3, tag: 50 }} />)
  const field = screen.getByLabelText('Tags')
  const add = (text: string, key: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.keyDown(field, { key })
  }
  add('chess', 'Enter')
  expect(change).not.toHaveBeenCalled()
  add(' #cocoa ', ',')
  expect(change).toHaveBeenCalledExactlyOnceWith(['Chess', 'cocoa'])
})
