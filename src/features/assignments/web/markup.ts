/** Whether a text has anything that reads differently as Markdown. */
export const hasMarkup = (text: string): boolean =>
  /[*_`$~[\]|\\<>]|https?:\/\/|^ {0,3}(#{1,6}|[-+]|\d+[.)])\s/m.test(text)

/** What dollar signs and brackets of formulas can stand in, in the order in which a text is read. */
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
 * Makes one way of writing formulas out of three: `\(x\)` and `\[x\]` become `$x$` and `$$x$$`. A dollar sign that
 * neither begins nor ends a formula is money, and stays one: a formula touches its signs and is followed by no digit.
 */
export const readFormulas = (text: string): string =>
  text.replace(parts, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>
    const block = groups.block ?? groups.square
    if (block !== undefined) return asBlock(block)
    if (groups.round !== undefined) return `$${groups.round.trim()}$`
    return groups.dollar ? '\\$' : whole
  })

/** The reader of Markdown takes a formula for a block only when its signs stand on lines of their own. */
const asBlock = (formula: string) => `\n$$\n${formula.trim()}\n$$\n`
