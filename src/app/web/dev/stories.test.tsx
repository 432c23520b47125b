import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import axe from 'axe-core' // of @axe-core/playwright, which the journeys use
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { stories } from './stories.ts'

afterEach(cleanup)

async function objectionsTo(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    // Colours need style sheets, and a story is not a page.
    rules: Object.fromEntries(
      ['color-contrast', 'region', 'page-has-heading-one', 'landmark-one-main', 'heading-order'].map((rule) => [
        rule,
        { enabled: false },
      ]),
    ),
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const show = (State: ComponentType) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <main>
          <State />
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('finds a control without a name', async () => {
  const { container } = show(() => <input type="checkbox" />)
  expect(await objectionsTo(container)).toEqual([expect.stringMatching(/^label: /)])
})

test('finds a story beside each component of the vocabulary', () => {
  const files = Object.keys(import.meta.glob('../../../shared/web/ui/*.tsx')).map(
    (file) => file.split('/').at(-1) ?? '',
  )
  const withoutStory = files
    .filter((file) => !/\.(story|test)\.tsx$/.test(file))
    .filter((file) => !files.includes(file.replace('.tsx', '.story.tsx')))
  // Shown by the story of the component that loads or contains them; a boundary shows nothing itself.
  expect(withoutStory.toSorted()).toEqual(['Boundary.tsx', 'FilterPanel.tsx', 'MenuPopup.tsx', 'ToastViewport.tsx'])
})

for (const { name, states } of stories) {
  describe(name, () => {
    test.for(Object.entries(states))('renders accessibly: %s', async ([, State]) => {
      const { container } = show(State)
      expect(await objectionsTo(container)).toEqual([])
    })
  })
}
