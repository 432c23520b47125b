import { expect, test } from 'vitest'
import { hasMarkup, readFormulas } from './markup.ts'

test.each([
  ['Why does it fall?', false],
  ['First line\nsecond line, 3 of 4', false],
  ['Use *induction*', true],
  ['What is $x^2$', true],
  ['see https://example.org', true],
  ['1. one\n2. two', true],
  ['- one', true],
  ['# Part a', true],
  ['well-known, 1.5 kg', false],
])('%j is Markdown: %s', (text, expected) => {
  expect(hasMarkup(text)).toBe(expected)
})

test.each([
  ['money is no formula', 'It costs $5 and I have $10', 'It costs \\$5 and I have \\$10'],
  ['a formula is', 'Let $x^2$ be', 'Let $x^2$ be'],
  ['both', 'For $20 solve $a+b$.', 'For \\$20 solve $a+b$.'],
  ['money that was escaped already', 'It costs \\$5', 'It costs \\$5'],
  ['a dollar sign within a formula', 'so $\\$5x$ it is', 'so $\\$5x$ it is'],
  ['round brackets of LaTeX', 'Let \\(x\\) be', 'Let $x$ be'],
  ['square ones', 'so \\[ x = 1 \\]', 'so \n$$\nx = 1\n$$\n'],
  ['a block within a line', 'so $$x$$ holds', 'so \n$$\nx\n$$\n holds'],
  ['code keeps its signs', '`echo $HOME` and `\\(x\\)`', '`echo $HOME` and `\\(x\\)`'],
  ['a block of code too', '```\n$a $b\n```\n$x$', '```\n$a $b\n```\n$x$'],
  ['a block of code that never ends', '```\n$a', '```\n$a'],
])('%s', (_what, text, read) => {
  expect(readFormulas(text)).toBe(read)
})

test('a hostile text is read to its end', () => {
  for (const text of ['$'.repeat(5000), '$a'.repeat(2500), '\\('.repeat(2500), '`'.repeat(5000), '$\\'.repeat(2500)])
    expect(readFormulas(text).length).toBeGreaterThanOrEqual(5000)
})
