import { useEffect, useRef, useState } from 'react'

/** The focused element, or the opener of the menu that contains it. */
export function focusedElement(): HTMLElement | null {
  const element = document.activeElement
  const menu = element?.closest('[role=menu]')
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener ?? (element instanceof HTMLElement ? element : null)
}

/** Restores the previous focus when this component unmounts, unless the focus has moved meanwhile. */
export function useRestoreFocus(): void {
  const [before] = useState(focusedElement)
  useEffect(
    () => () =>
      void setTimeout(() => {
        const isNobodys = document.activeElement === document.body || document.activeElement === null
        if (isNobodys && before?.isConnected) before.focus({ preventScroll: true })
      }),
    [before],
  )
}

/**
 * For the heading of a page: focuses it on arrival, but not out of a dialog or field that the user has moved to
 * meanwhile. Waits until the page is drawn: earlier, the focus alone would force a layout.
 */
export function useFocusOnMount<Target extends HTMLElement = HTMLHeadingElement>() {
  const heading = useRef<Target>(null)
  useEffect(() => {
    const before = document.activeElement
    const focus = () => {
      const now = document.activeElement
      const isElsewhere = now !== before && now !== document.body
      if (!isElsewhere && !now?.closest('[role=dialog]')) heading.current?.focus({ preventScroll: true })
    }
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(focus)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return heading
}
