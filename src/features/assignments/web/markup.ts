/** Whether a text contains anything that Markdown renders differently. */
export const hasMarkup = (text: string): boolean =>
  /[*_`$~[\]|\\<>]|https?:\/\/|^ {0,3}(#{1,6}|[-+]|\d+[.)])\s/m.test(text)

/** Parts of a text that can contain dollar signs and brackets of formulas, in the order of matching. */
const parts = new RegExp(
  [
    /(?<code>```.*?(?:```|$)|`[^`\n]*`)/,
    /\$\$(?<block>.*?)\$\$/,
    /\\\[(?<square>.*?)\\\]/,
    /\\\((?<round>.*?)\\\)/,
    /(?<formula>\$(?=[^\s$])(?:\\.|[^$\n\\])*?(?<=\S)\$(?!\d))/,
    /(?<escaped>\\\$)/,
    /(?<dollar>\$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
)

/**
 * Normalizes three notations of formulas: `\(x\)` and `\[x\]` become `$x$` and `$$x$$`. Escapes a dollar sign that
 * neither begins nor ends a formula, because it is money: a formula touches its dollar signs and no digit follows it.
 */
export const readFormulas = (text: string): string =>
  text.replace(parts, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>
    const block = groups.block ?? groups.square
    if (block !== undefined) return asBlock(block)
    if (groups.round !== undefined) return `$${groups.round.trim()}$`
    return groups.dollar ? '\\$' : whole
  })

/** The Markdown parser recognizes a block formula only when its dollar signs are on separate lines. */
const asBlock = (formula: string) => `\n$$\n${formula.trim()}\n$$\n`
