import { useEffect, useRef, useState } from 'react'

/** What had the focus, or what opened the menu in which it was. */
function focusedElement(): HTMLElement | null {
  const element = document.activeElement
  const menu = element?.closest('[role=menu]')
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener ?? (element instanceof HTMLElement ? element : null)
}

/** Gives the focus back to whatever had it before this component came, unless somebody took it meanwhile. */
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
 * For the heading of a page: it takes the focus when somebody arrives, but not out of a dialog or a field that they went to
 * meanwhile. Once the page is drawn: before that, the browser would have to lay it out for the focus alone.
 */
export function useFocusOnMount() {
  const heading = useRef<HTMLHeadingElement>(null)
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
