import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearDrafts } from './draft.ts'
import { useSessionState, useStoredState } from './draft-state.ts'
import { Page } from './ui/Page.tsx'

afterEach(cleanup)

test('a new page takes the focus, but not from a dialog that was opened meanwhile', async () => {
  render(<Page title="Messages">Here</Page>)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Messages' })))
  render(
    <div role="dialog" aria-label="Search">
      <input aria-label="Search campus" />
    </div>,
  )
  const field = screen.getByLabelText('Search campus')
  field.focus()
  render(<Page title="Events">Here</Page>)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)))
  expect(document.activeElement).toBe(field)
})

test('session state outlives its component, until it is dropped or the session ends', () => {
  const open = () => renderHook(() => useSessionState<string[]>('listing', []))
  const first = open()
  act(() => first.result.current[1](['lamp.png']))
  first.unmount()
  const second = open()
  expect(second.result.current[0]).toEqual(['lamp.png'])
  act(() => second.result.current[2]())
  second.unmount()
  expect(open().result.current[0]).toEqual([])

  const third = open()
  act(() => third.result.current[1](['desk.png']))
  act(clearDrafts)
  expect(open().result.current[0]).toEqual([])
  expect(renderHook(() => useSessionState(undefined, 'its own')).result.current[0]).toBe('its own')
})

test('stored state outlives its component as a draft, and stays shown when the draft is dropped', () => {
  const open = () => renderHook(() => useStoredState<string[]>('listing pictures', ['old.png']))
  const first = open()
  act(() => first.result.current[1]([]))
  first.unmount()
  const second = open()
  expect(second.result.current[0]).toEqual([])
  act(() => second.result.current[1](['lamp.png']))
  act(() => second.result.current[2]())
  expect(second.result.current[0]).toEqual(['lamp.png'])
  second.unmount()
  expect(open().result.current[0]).toEqual(['old.png'])
})
