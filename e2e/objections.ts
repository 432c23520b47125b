import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What depends on the colours alone: all that a second scheme has to be asked about. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe has against the page as it stands, by WCAG 2.2 AA and its best practices: the rule and the elements. */
export async function objectionsTo(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]') // hands the focus on, nobody stands on it
  const asked = coloursOnly ? axe.withRules(colourRules) : axe.withTags(tags).disableRules('region') // menus float
  const { violations } = await asked.analyze()
  const found: string[] = []
  for (const { id, nodes } of violations) {
    const wrong: string[] = []
    for (const { html, any } of nodes) {
      const size = any.find((check) => check.id === 'target-size')
      const covering = (size?.relatedNodes ?? []).map(({ target }) => String(target))
      if (id === 'target-size' && covering.length > 0 && (await page.evaluate(areBars(covering)))) continue
      wrong.push(html.slice(0, 160))
    }
    if (wrong.length > 0) found.push(`${id}: ${wrong.join(' | ')}`)
  }
  return found
}

/** Whether a bar that stays while the page is scrolled covers a target: a little further up it has its size. Read in the browser. */
const areBars = (selectors: string[]) => `${JSON.stringify(selectors)}.every((selector) => {
  let element = document.querySelector(selector)
  while (element && !['fixed', 'sticky'].includes(getComputedStyle(element).position)) element = element.parentElement
  return element !== null
})`
