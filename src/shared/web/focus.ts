import { useEffect, useRef, useState } from 'react'

/** What had the focus, or what opened the menu in which it was. */
function holder(): HTMLElement | null {
  const element = document.activeElement
  const menu = element?.closest('[role=menu]')
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener ?? (element instanceof HTMLElement ? element : null)
}

/** Gives the focus back to whatever had it before this component came, unless somebody took it meanwhile. */
export function useFocusBack(): void {
  const [before] = useState(holder)
  useEffect(
    () => () =>
      void setTimeout(() => {
        const isNobodys = document.activeElement === document.body || document.activeElement === null
        if (isNobodys && before?.isConnected) before.focus({ preventScroll: true })
      }),
    [before],
  )
}

/** For the heading of a page: it takes the focus when somebody arrives, but not out of a dialog that they opened meanwhile. */
export function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!document.activeElement?.closest('[role=dialog]')) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
