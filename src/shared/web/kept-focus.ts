import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react'

const rowSelector = 'tbody [role=row], li'
const controls = ['a[href]', 'button', 'input', 'select'].map((name) => `${name}:not([disabled])`).join()

/**
 * For a list whose actions remove their own buttons or rows: when the focused element disappears, the focus goes to the
 * row that is at its place now, or else to the heading. Spread `props` on the element around heading and rows.
 */
export function useKeptFocus<Target extends HTMLElement>() {
  const place = useRef<Target>(null)
  const last = useRef<{ readonly element: HTMLElement; readonly row: number }>(undefined)
  const listRows = () => [...(place.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])]

  const restore = useEffectEvent(() => {
    if (!last.current || last.current.element.isConnected) return
    const { row } = last.current
    last.current = undefined
    if (document.activeElement !== document.body) return
    const rows = listRows()
    const next = row < 0 ? undefined : rows[Math.min(row, rows.length - 1)]
    const target = next?.querySelector<HTMLElement>(controls) ?? place.current?.querySelector<HTMLElement>('h2')
    target?.focus({ preventScroll: true })
  })
  // A row can also change by itself, without a new list.
  useEffect(() => {
    const observer = new MutationObserver(() => restore())
    if (place.current) observer.observe(place.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  const onFocusCapture = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !place.current?.contains(target)) return // in a dialog of the list
    const row = target.closest<HTMLElement>(rowSelector)
    last.current = { element: target, row: row ? listRows().indexOf(row) : -1 }
  }
  return { ref: place, onFocusCapture }
}
