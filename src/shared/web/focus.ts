import { useEffect, useState } from 'react'

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
