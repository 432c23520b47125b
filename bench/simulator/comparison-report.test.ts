import { expect, test } from 'vitest'
import { replaceSection } from './comparison-report.ts'

const text = '# Report\n\n## One\n\nold\n\n## Two\n\nstays\n'

test('a section is replaced up to the next one', () => {
  expect(replaceSection(text, 'One', '## One\n\nnew')).toBe('# Report\n\n## One\n\nnew\n\n## Two\n\nstays\n')
})

test('the last section is replaced up to the end', () => {
  expect(replaceSection(text, 'Two', '## Two\n\nnew')).toBe('# Report\n\n## One\n\nold\n\n## Two\n\nnew\n')
})

test('a new section is appended', () => {
  expect(replaceSection(text, 'Three', '## Three\n\nnew')).toBe(`${text}\n## Three\n\nnew\n`)
})
