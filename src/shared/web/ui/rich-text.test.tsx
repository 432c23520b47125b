import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RichText } from './RichText.tsx'

afterEach(cleanup)

test('links URLs without the full stop after them, and nothing else', () => {
  render(<RichText text={'See https://north.example/a?b=1. Not javascript:alert(1) <b>or</b> www.x.example'} />)
  const links = screen.getAllByRole('link')
  expect(links).toHaveLength(1)
  expect(links[0]).toMatchObject({ href: 'https://north.example/a?b=1', textContent: 'north.example/a?b=1' })
  expect(links[0]?.getAttribute('rel')).toContain('noopener')
  expect(document.body.textContent).toContain('<b>or</b>')
})

test.each([
  ['701 characters', 'x'.repeat(701)],
  ['13 lines', 'line\n'.repeat(12)],
])('RichText clamps a text of %s until Show more is clicked', (_, text) => {
  const { container } = render(<RichText text={text} />)
  const paragraph = container.querySelector('p')
  expect(paragraph?.classList).toContain('line-clamp-8')
  expect(paragraph?.textContent, 'the complete text can be searched and copied').toBe(text)
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(paragraph?.classList).not.toContain('line-clamp-8')
  expect(paragraph?.textContent).toBe(text)
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['700 characters', 'x'.repeat(700)],
  ['12 lines', 'line\n'.repeat(11)],
])('RichText shows a text of %s completely', (_, text) => {
  const { container } = render(<RichText text={text} />)
  expect(container.querySelector('p')?.classList).not.toContain('line-clamp-8')
  expect(screen.queryByRole('button')).toBeNull()
})

test('RichText shows a long text completely where it is what the user has opened', () => {
  const { container } = render(<RichText text={'x'.repeat(2000)} whole />)
  expect(container.querySelector('p')?.classList).not.toContain('line-clamp-8')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the direction of a text follows its first letters', () => {
  render(<RichText text="שלום" />)
  expect(screen.getByText('שלום').closest('p')?.getAttribute('dir')).toBe('auto')
})
