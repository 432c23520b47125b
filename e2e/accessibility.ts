import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

// The axe-core of this package, run by ourselves: the package opens a page and sends a megabyte for each look.
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as {
  source: string
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What depends on the colours alone, and not on the width. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** All rules, all but those of the colours, or these alone. */
export type Rules = 'all' | 'structure' | 'colours'

/**
 * What axe has against the page as it stands, or against the elements of a selector, by WCAG 2.2 AA and its best practices: the
 * rule and the elements.
 */
export async function objectionsTo(
  page: Page,
  { rules = 'all', include = '' }: { rules?: Rules; include?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(source)
  const context = {
    ...(include ? { include: [[include]] } : {}),
    exclude: [['[data-base-ui-focus-guard]']], // hands the focus on, nobody stands on it
  }
  const options = {
    resultTypes: ['violations'],
    runOnly: rules === 'colours' ? { type: 'rule', values: colourRules } : { type: 'tag', values: tags },
    rules: Object.fromEntries(
      ['region', ...(rules === 'structure' ? colourRules : [])].map((rule) => [rule, { enabled: false }]), // menus float
    ),
  }
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violations
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
 * Whether all that covers a target floats above what it is part of, as the bar below and toasts do: scrolled a little, or
 * a moment later, it has its size; it may be gone already. Read in the browser.
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
