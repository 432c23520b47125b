// Rules for journeys that neither the compiler nor Playwright checks.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Functions that a journey passes to the browser as text. Playwright evaluates the text and does not call the function, so
 * that the journey waits for nothing and compares undefined.
 */
const findUncalledFunctions = (source: string) =>
  [...source.matchAll(/\.evaluate(?:All|Handle)?(?:<[^>]*>)?\(\s*(['"`])(?:async )?(?:\([^()]*\)|\w+) =>/g)].map(
    ({ index }) => `line ${source.slice(0, index).split('\n').length}`,
  )

test('findUncalledFunctions finds a function as text, and no text that calls one or returns a promise', () => {
  const wrong = [
    `sheet.evaluate('element => element.getAnimations()')`,
    'page.evaluate(`async () => {\n  await done\n}`)',
    `page.evaluateHandle<string>("(a, b) => a")`,
  ]
  for (const source of wrong) expect(findUncalledFunctions(source), source).toEqual(['line 1'])
  const right = [
    'page.evaluate(`(() => 1)()`)',
    'page.evaluate(`(async () => {\n})()`)',
    `page.evaluate('new Promise((done) => setTimeout(done, 9))')`,
    'page.evaluate((element) => element.id)',
    'page.evaluate(`caches.keys().then(async (names) => names)`)',
  ]
  for (const source of right) expect(findUncalledFunctions(source), source).toEqual([])
})

test('no journey passes a function as text', () => {
  const files = execFileSync('git', ['ls-files', 'e2e/*.ts', 'tools/tour*.ts'], { encoding: 'utf8' }).trim().split('\n')
  expect(files.length).toBeGreaterThan(60)
  const found = files.flatMap((file) =>
    findUncalledFunctions(readFileSync(file, 'utf8')).map((line) => `${file} ${line}`),
  )
  expect(found).toEqual([])
})
