import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { BrowserRouter, Link, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackCloses } from './BackCloses.tsx'
import { urlChanges } from './url-state.ts'

/** Numbers of entries; other test files of the same worker use low ones. */
const steps = { idx: 1000 }

function Page() {
  const { pathname, search } = useLocation()
  const [layers, setLayers] = useState(0)
  return (
    <>
      <output>{`${pathname}${search} ${layers}`}</output>
      <button type="button" onClick={() => setLayers(layers + 1)}>
        Open
      </button>
      <button type="button" onClick={() => setLayers(layers - 1)}>
        Close
      </button>
      <Link to="?sort=new">Sort</Link>
      <Link to="?sort=old" replace>
        Type
      </Link>
      <Link to="/next" onClick={() => setLayers(0)}>
        Next
      </Link>
      {[0, 1, 2].slice(0, layers).map((place) => (
        <BackCloses key={place} onClose={() => setLayers(place)} />
      ))}
    </>
  )
}
const press = (name: string) =>
  act(async () => (screen.queryByRole('button', { name }) ?? screen.getByText(name)).click())
const shown = () => screen.getByRole('status').textContent
/** Back may pass over entries, each of which takes a step of its own. */
const expectShown = (text: string) => waitFor(() => expect(shown()).toBe(text))

async function go(delta: number) {
  await act(async () => {
    history.go(delta)
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  history.pushState({ idx: ++steps.idx }, '', '/before')
  history.pushState({ idx: ++steps.idx }, '', '/list')
  render(<Page />, { wrapper: BrowserRouter })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('Back closes one layer after the other, and then leaves the page', async () => {
  await press('Open')
  await press('Open')
  await go(-1)
  await expectShown('/list 1')
  await go(-1)
  await expectShown('/list 0')
  await go(-1)
  await expectShown('/before 0')
})

test('a layer closed by its own button leaves no step behind, and the next one uses its entry', async () => {
  await press('Open')
  const { length } = history
  await press('Close')
  await press('Open')
  expect(history.length).toBe(length)
  await press('Close')
  await go(-1)
  await expectShown('/before 0')
})

test('Back from the target of a link in a layer shows the page without the layer, and then leaves it', async () => {
  await press('Open')
  await press('Next')
  await expectShown('/next 0')
  await go(-1)
  await expectShown('/list 0')
  await go(1)
  await expectShown('/next 0')
  await go(-1)
  await go(-1)
  await expectShown('/before 0')
})

test('Back closes a layer first, also after a filter in it was changed', async () => {
  await press('Open')
  await press('Sort')
  await expectShown('/list?sort=new 1')
  await go(-1)
  await expectShown('/list?sort=new 0')
  await go(-1)
  await expectShown('/list 0')
  await go(-1)
  await expectShown('/before 0')
})

test('Back keeps what was typed into a filter in a layer', async () => {
  await press('Open')
  await press('Type')
  await press('Type')
  await go(-1)
  await expectShown('/list?sort=old 0')
  await go(-1)
  await expectShown('/before 0')
})

test('Back that is faster than the rendering of a filter closes the layer and keeps the filter', async () => {
  await press('Open')
  history.pushState({ idx: steps.idx + 1, key: 'not rendered' }, '', '/list?sort=new')
  await go(-1)
  await expectShown('/list?sort=new 0')
  expect(location.search).toBe('?sort=new')
})

test('a step to another page closes all layers', async () => {
  await press('Open')
  await press('Open')
  await go(-3)
  await expectShown('/before 0')
})

test('adds no entry on a desktop', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { length } = history
  await press('Open')
  expect(history.length).toBe(length)
})

test('Back keeps what was chosen in a layer, although it is not rendered yet', async () => {
  await press('Open')
  // what the router does in a transition that takes longer than the user needs for Back
  history.replaceState({ ...history.state, key: 'chosen', layers: undefined }, '', '/list?min=12')
  urlChanges.dispatchEvent(new Event('change'))
  await go(-1)
  await expectShown('/list 0')
  expect(location.search).toBe('?min=12')
})
