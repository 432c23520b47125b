import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrasts, contrastTable } from './contrast.ts'

test.each(contrasts())('$text on $on has enough contrast', ({ light, dark }) => {
  expect(light).toBeGreaterThanOrEqual(4.5)
  expect(dark).toBeGreaterThanOrEqual(4.5)
})

test('the design language lists the current contrast ratios', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/design-language.md'), 'utf8')
  const cells = (of: string) => of.replace(/ +/g, ' ').replace(/-{3,}/g, '---')
  for (const line of contrastTable().split('\n')) expect(cells(text)).toContain(cells(line))
})

test('only the tokens name colours, except the logos of identity providers', () => {
  const named = globSync('src/{shared,features,app}/**/web/**/*.tsx', { cwd: join(import.meta.dirname, '..') })
    .map((file) => [file, readFileSync(join(import.meta.dirname, '..', file), 'utf8')] as const)
    .filter(([, text]) => /#[0-9a-f]{6}\b|rgb\(|\b(?:bg|text|border)-(?:gray|red|green|blue|slate|zinc)-\d/i.test(text))
    .map(([file]) => file)
  expect(named).toEqual(['src/features/session/web/marks.tsx'])
})
