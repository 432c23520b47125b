// Runs in the browser, after axe-core. Adds `window.quadContrast`, with which the rule `color-contrast` skips texts whose
// contrast has passed before: on an element with the same colours and font, in front of the same backgrounds. Contrast
// takes half the time of axe, and nearly all texts have the style of a text on an earlier page.
;(() => {
  const { axe, document, getComputedStyle, Node } = window
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')
  const check = axe._audit.checks['color-contrast']
  const { matches } = rule
  const { evaluate } = check
  const controls = ['INPUT', 'SELECT', 'TEXTAREA']
  const textProperties = [
    ...['color', 'fontSize', 'fontWeight', 'textShadow'],
    ...['webkitTextFillColor', 'webkitTextStrokeColor', 'webkitTextStrokeWidth'],
  ]
  const media = ['IMG', 'VIDEO', 'CANVAS', 'IFRAME']

  let known = new Set()
  let passed = new Set()
  /** By element, for one run. */
  let backdrops = new Map()

  window.quadContrast = {
    /** Skips these styles from now on. Styles are read again: the page may have changed. */
    begin(styles) {
      known = new Set(styles)
      passed = new Set()
      backdrops = new Map()
    },
    /** The styles that have passed since. */
    end: () => [...passed],
  }

  rule.matches = function (element, ...rest) {
    if (!controls.includes(element.tagName) && !hasOwnText(element)) return false // as axe decides, but later
    return !known.has(toStyle(element)) && matches.call(this, element, ...rest)
  }

  check.evaluate = function (element, ...rest) {
    let details
    const data = (value) => {
      details = value
      this.data(value)
    }
    const result = evaluate.call({ ...this, data }, element, ...rest)
    // A text that is hidden or partly covered has no ratio. Another one of its style may have.
    if (result === true && details?.contrastRatio && !details.messageKey) passed.add(toStyle(element))
    return result
  }

  const hasOwnText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim() !== '')

  /** Everything that determines the contrast of a text, except what overlaps it. */
  function toStyle(element) {
    const style = getComputedStyle(element)
    const { path, layers } = findBackdrop(element)
    return hash([...textProperties.map((name) => style[name]), path, ...[...layers].sort()].join())
  }

  /** The backgrounds behind an element, down to the nearest opaque one, and the layers of that. */
  function findBackdrop(element) {
    if (backdrops.size === 0) readBackdrops()
    return backdrops.get(element)
  }

  /**
   * Layers are what is painted inside of an opaque element and may be behind a text without being its ancestor: media, and
   * backgrounds of positioned elements. Reads all elements in one pass, parents first.
   */
  function readBackdrops() {
    const page = { path: '', effects: '', layers: new Set(), outerLayers: [] }
    for (const element of document.querySelectorAll('*')) {
      const outer = backdrops.get(element.parentElement) ?? page
      const style = getComputedStyle(element)
      const paint = toPaint(style)
      const layer = media.includes(element.tagName) ? element.tagName : style.position === 'static' ? '' : paint
      if (layer) for (const layers of [outer.layers, ...outer.outerLayers]) layers.add(layer)
      const effect = toEffect(style)
      const effects = outer.effects + effect
      const isOpaque = paint !== '' && !isTranslucent(style) && style.display !== 'inline'
      backdrops.set(
        element,
        isOpaque
          ? { path: effects + paint, effects, layers: new Set(), outerLayers: [outer.layers, ...outer.outerLayers] }
          : paint || effect
            ? { ...outer, path: outer.path + effect + paint, effects }
            : outer,
      )
    }
  }

  /** Empty for an element without a background. */
  function toPaint({ backgroundColor, backgroundImage }) {
    const isPainted = !/[,/] 0\)$/.test(backgroundColor) || backgroundImage !== 'none'
    return isPainted ? `>${backgroundColor} ${backgroundImage}` : ''
  }

  const isTranslucent = ({ backgroundColor, backgroundImage }) =>
    backgroundImage !== 'none' || /rgba|\//.test(backgroundColor)

  /** Empty for an element that changes no colours. */
  function toEffect({ opacity, filter, mixBlendMode }) {
    const isNone = opacity === '1' && filter === 'none' && mixBlendMode === 'normal'
    return isNone ? '' : `>${opacity} ${filter} ${mixBlendMode}`
  }

  /** 53 bits of a text. */
  function hash(text) {
    let high = 0xdeadbeef
    let low = 0x41c6ce57
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677)
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
    return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
  }
})()
