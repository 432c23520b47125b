// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import Markdown from './Markdown.tsx'
import { Rich } from './Rich.tsx'

afterEach(cleanup)
// KaTeX draws on pages of today's kind only, and asks for it when it is loaded.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })

const read = (text: string, preview = false) =>
  render(<Markdown text={text} className="" preview={preview} />).container

test('a text without marks stands as it was typed, and nothing is loaded for it', () => {
  const { container } = render(<Rich text={'Why?\nBecause.'} />)
  expect(container.querySelector('p')?.textContent).toBe('Why?\nBecause.')
  expect(container.querySelector('.markdown')).toBeNull()
})

test('HTML in a text is shown, not obeyed', () => {
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
])('%s leads nowhere', (text) => {
  const page = read(text)
  expect(page.querySelector('a')).toBeNull()
  expect(page.textContent).toBe('x')
})

test('a link leads out, and tells nothing of where it came from', () => {
  const link = read('see https://example.org/a').querySelector('a')
  expect(link?.getAttribute('href')).toBe('https://example.org/a')
  expect(link?.rel).toBe('noopener noreferrer nofollow ugc')
})

test('a picture elsewhere is never fetched', () => {
  const page = read('![a cat](https://evil.example/cat.png)')
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toBe('a cat')
})

test('a heading is none of the page, and an empty cell heads nothing', () => {
  const page = read('# Part a\n\n|  | x |\n|---|---|\n| 1 | 2 |')
  expect(page.querySelector('h1, h2, h3, h4, h5, h6')).toBeNull()
  expect(page.querySelector('.heading')?.textContent).toBe('Part a')
  expect(page.querySelectorAll('th')).toHaveLength(1)
})

test('formulas are drawn, in a line and as a block; one that can’t be read stands as it was typed', async () => {
  const page = read('Let $x^2$ be\n\n$$\\frac12$$\n\nand $\\frac{$ is none, nor is $5 or $6.')
  await waitFor(() => expect(page.querySelectorAll('.katex').length).toBeGreaterThan(1))
  expect(page.querySelector('.katex-display')).not.toBeNull()
  expect(page.textContent).toContain('\\frac{')
  expect(page.textContent).toContain('nor is $5 or $6.')
})

test('a formula can neither link, nor load, nor fill the screen', async () => {
  const page = read(
    '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/a.png}$ $\\rule{900em}{900em}$',
  )
  await waitFor(() => expect(page.querySelectorAll('.katex, .katex-error').length).toBeGreaterThan(0))
  expect(page.querySelector('a, img')).toBeNull()
  expect(page.innerHTML).not.toContain('900em;')
})

test('code is coloured in its language, and in one colour in a language that nobody knows', async () => {
  const page = read('```python\nreturn 1\n```\n\n```klingon\nqapla\n```')
  await waitFor(() => expect(page.querySelector('.token.keyword')?.textContent).toBe('return'))
  expect(page.querySelectorAll('pre')[1]?.textContent).toBe('qapla')
  expect(page.querySelector('pre')?.getAttribute('tabindex')).toBe('0')
})

test('in a preview nothing can be reached by the keyboard', () => {
  const page = read('[x](https://example.org)\n\n```\ncode\n```\n\n| a |\n|---|\n| 1 |', true)
  expect(page.querySelector('a, [tabindex]')).toBeNull()
})
