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
  ['does not treat money as a formula', 'It costs $5 and I have $10', 'It costs \\$5 and I have \\$10'],
  ['keeps a formula', 'Let $x^2$ be', 'Let $x^2$ be'],
  ['distinguishes money and a formula in one text', 'For $20 solve $a+b$.', 'For \\$20 solve $a+b$.'],
  ['keeps escaped money', 'It costs \\$5', 'It costs \\$5'],
  ['keeps a dollar sign in a formula', 'so $\\$5x$ it is', 'so $\\$5x$ it is'],
  ['converts round brackets of LaTeX', 'Let \\(x\\) be', 'Let $x$ be'],
  ['converts square brackets of LaTeX', 'so \\[ x = 1 \\]', 'so \n$$\nx = 1\n$$\n'],
  ['puts a block formula in a line on its own lines', 'so $$x$$ holds', 'so \n$$\nx\n$$\n holds'],
  ['keeps dollar signs and brackets in inline code', '`echo $HOME` and `\\(x\\)`', '`echo $HOME` and `\\(x\\)`'],
  ['keeps dollar signs in a code block', '```\n$a $b\n```\n$x$', '```\n$a $b\n```\n$x$'],
  ['keeps dollar signs in an unclosed code block', '```\n$a', '```\n$a'],
])('%s', (_what, text, read) => {
  expect(readFormulas(text)).toBe(read)
})

test('parses a hostile text to its end', () => {
  for (const text of ['$'.repeat(5000), '$a'.repeat(2500), '\\('.repeat(2500), '`'.repeat(5000), '$\\'.repeat(2500)])
    expect(readFormulas(text).length).toBeGreaterThanOrEqual(5000)
})
