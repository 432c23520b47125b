import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react'

const rowSelector = 'tbody [role=row], li'
const controls = ['a[href]', 'button', 'input', 'select'].map((name) => `${name}:not([disabled])`).join()

/** Where the focus was. */
type Place = {
  readonly element: HTMLElement
  /** The buttons around it. */
  readonly group: HTMLElement | null
  readonly row: HTMLElement | undefined
  readonly index: number
  /** The browser takes the focus from a button that is disabled while its action runs. */
  isDisabled: boolean
}

/**
 * For a list whose actions disable or remove their own buttons or rows. The focus returns to a button that is enabled
 * again. When the focused element disappears, the focus goes to what replaces it, else to its row or the row that is at
 * its place now, or else to the heading. Spread `props` on the element around heading and rows.
 */
export function useKeptFocus<Target extends HTMLElement>() {
  const section = useRef<Target>(null)
  const last = useRef<Place>(undefined)
  const listRows = () =>
    [...(section.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])].filter((row) => findRow(row) === row)

  const restore = useEffectEvent(() => {
    const place = last.current
    if (!place) return
    const { element, group, row, index } = place
    const isFree = document.activeElement === document.body
    if (element.isConnected) {
      const wasDisabled = place.isDisabled
      place.isDisabled = element.matches(':disabled')
      if (wasDisabled && !place.isDisabled && isFree) element.focus({ preventScroll: true })
      return
    }
    last.current = undefined
    if (!isFree) return
    const rows = listRows()
    const next = row?.isConnected ? row : rows[Math.min(index, rows.length - 1)]
    const target =
      (row && group?.isConnected && group.querySelector<HTMLElement>(controls)) ||
      next?.querySelector<HTMLElement>(controls) ||
      section.current?.querySelector<HTMLElement>('h2')
    target?.focus({ preventScroll: true })
  })
  // A row can also change by itself, without a new list.
  useEffect(() => {
    const observer = new MutationObserver(() => restore())
    const changes = { childList: true, subtree: true, attributeFilter: ['disabled'] }
    if (section.current) observer.observe(section.current, changes)
    return () => observer.disconnect()
  }, [])

  const onFocusCapture = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !section.current?.contains(target)) return // in a dialog of the list
    const row = findRow(target)
    const index = row ? listRows().indexOf(row) : -1
    last.current = { element: target, group: target.parentElement, row, index, isDisabled: false }
  }
  return { ref: section, onFocusCapture }
}

/** The outermost row around an element: a row can contain a list. */
function findRow(element: HTMLElement): HTMLElement | undefined {
  let row: HTMLElement | undefined
  let next = element.closest<HTMLElement>(rowSelector)
  while (next) {
    row = next
    next = row.parentElement?.closest<HTMLElement>(rowSelector) ?? null
  }
  return row
}
