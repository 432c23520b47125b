// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import Markdown from './Markdown.tsx'
import { Rich } from './Rich.tsx'

afterEach(cleanup)
// KaTeX requires standards mode and checks it when it is loaded.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })

const read = (text: string, preview = false) =>
  render(<Markdown text={text} className="" preview={preview} />).container

test('shows a text without markup as typed and loads no renderer', () => {
  const { container } = render(<Rich text={'Why?\nBecause.'} />)
  expect(container.querySelector('p')?.textContent).toBe('Why?\nBecause.')
  expect(container.querySelector('.markdown')).toBeNull()
})

test('shows HTML in a text as text', () => {
  const page = read('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> `<b>` <b>bold</b>')
  expect(page.querySelector('script, img, b')).toBeNull()
  expect(page.textContent).toContain('<script>alert(1)</script>')
  expect(page.textContent).toContain('<b>bold</b>')
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,hi)',
  '[x](vbscript:x)',
  '[x](/admin)',
  '[x](//evil.example)',
  '[x](&#106;avascript:alert(1))',
])('does not link %s', (text) => {
  const page = read(text)
  expect(page.querySelector('a')).toBeNull()
  expect(page.textContent).toBe('x')
})

test('links to other sites without a referrer', () => {
  const link = read('see https://example.org/a').querySelector('a')
  expect(link?.getAttribute('href')).toBe('https://example.org/a')
  expect(link?.rel).toBe('noopener noreferrer nofollow ugc')
})

test('never loads an external image', () => {
  const page = read('![a cat](https://evil.example/cat.png)')
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toBe('a cat')
})

test('renders a heading without a heading element and an empty header cell without a th element', () => {
  const page = read('# Part a\n\n|  | x |\n|---|---|\n| 1 | 2 |')
  expect(page.querySelector('h1, h2, h3, h4, h5, h6')).toBeNull()
  expect(page.querySelector('.heading')?.textContent).toBe('Part a')
  expect(page.querySelectorAll('th')).toHaveLength(1)
})

test('renders inline and block formulas and shows an invalid one as typed', async () => {
  const page = read('Let $x^2$ be\n\n$$\\frac12$$\n\nand $\\frac{$ is none, nor is $5 or $6.')
  await waitFor(() => expect(page.querySelectorAll('.katex').length).toBeGreaterThan(1))
  expect(page.querySelector('.katex-display')).not.toBeNull()
  expect(page.textContent).toContain('\\frac{')
  expect(page.textContent).toContain('nor is $5 or $6.')
})

test('does not let a formula link, load or fill the screen', async () => {
  const page = read(
    '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/a.png}$ $\\rule{900em}{900em}$',
  )
  await waitFor(() => expect(page.querySelectorAll('.katex, .katex-error').length).toBeGreaterThan(0))
  expect(page.querySelector('a, img')).toBeNull()
  expect(page.innerHTML).not.toContain('900em;')
})

test('highlights code in a known language and shows other code without colours', async () => {
  const page = read('```python\nreturn 1\n```\n\n```klingon\nqapla\n```')
  await waitFor(() => expect(page.querySelector('.token.keyword')?.textContent).toBe('return'))
  expect(page.querySelectorAll('pre')[1]?.textContent).toBe('qapla')
  expect(page.querySelector('pre')?.getAttribute('tabindex')).toBe('0')
})

test('makes no element of a preview focusable', () => {
  const page = read('[x](https://example.org)\n\n```\ncode\n```\n\n| a |\n|---|\n| 1 |', true)
  expect(page.querySelector('a, [tabindex]')).toBeNull()
})
