import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

// Runs the package's axe-core directly: the package itself opens a page and sends a megabyte per check.
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as {
  source: string
}
const script = `${source};${readFileSync(new URL('./contrast-cache.js', import.meta.url), 'utf8')}`
/** Text styles whose contrast has passed in this worker. */
const passedStyles = new Set<string>()

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that depend on colours only, not on the width. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** All rules, all but the colour rules, or only those. */
export type Rules = 'all' | 'structure' | 'colours'

/**
 * Violations of the page, or of the elements of a selector, by WCAG 2.2 AA and axe's best practices: the rule and the
 * elements.
 */
export async function objectionsTo(
  page: Page,
  { rules = 'all', include = '' }: { rules?: Rules; include?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(script)
  const context = {
    ...(include ? { include: [[include]] } : {}),
    exclude: [['[data-base-ui-focus-guard]']], // focus guards pass the focus on
  }
  const options = {
    resultTypes: ['violations'],
    runOnly: rules === 'colours' ? { type: 'rule', values: colourRules } : { type: 'tag', values: tags },
    rules: Object.fromEntries(
      ['region', ...(rules === 'structure' ? colourRules : [])].map((rule) => [rule, { enabled: false }]), // menus are outside of landmarks
    ),
  }
  const { violations, passed } = (await page.evaluate(`(async () => {
    quadContrast.begin(${JSON.stringify(rules === 'structure' ? [] : [...passedStyles])})
    const { violations } = await axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})
    return { violations, passed: quadContrast.end() }
  })()`)) as { violations: Violations; passed: string[] }
  for (const style of passed) passedStyles.add(style)
  const found: string[] = []
  for (const { id, nodes } of violations) {
    const wrong: string[] = []
    for (const { html, any, target } of nodes) {
      const size = any.find((check) => check.id === 'target-size')
      const covering = (size?.relatedNodes ?? []).map((node) => String(node.target))
      if (covering.length > 0 && (await page.evaluate(passesUnder(String(target), covering)))) continue
      wrong.push(html.slice(0, 160))
    }
    if (wrong.length > 0) found.push(`${id}: ${wrong.join(' | ')}`)
  }
  return found
}

/**
 * True when everything that covers a target floats above the content, as the bottom bar and toasts do: after scrolling
 * or a delay, the target has its full size. It may be gone already. Runs in the browser.
 */
const passesUnder = (target: string, covering: string[]) => `(() => {
  const layerOf = (selector) => {
    let element = document.querySelector(selector)
    while (element && !['fixed', 'sticky'].includes(getComputedStyle(element).position)) element = element.parentElement
    return element
  }
  const own = layerOf(${JSON.stringify(target)})
  const isGone = (selector) => !document.querySelector(selector)
  return ${JSON.stringify(covering)}.every((selector) => isGone(selector) || ![null, own].includes(layerOf(selector)))
})()`
