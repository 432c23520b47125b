import { useEffect, useEffectEvent } from 'react'

/** Asks the page to open its own search field; a page that does so prevents the default. */
const pageSearchEvent = 'quad:page-search'
const globalSearchEvent = 'quad:global-search'

/** Opens the search field of the page. Returns false if the page has none in the bar. */
export const openPageSearch = (): boolean => !dispatchEvent(new Event(pageSearchEvent, { cancelable: true }))

/** Opens the search of everything with what was typed so far. */
export const openGlobalSearch = (typed: string) =>
  void dispatchEvent(new CustomEvent(globalSearchEvent, { detail: typed }))

/** Runs when the search field of the page is to open. */
export function usePageSearch(open: () => void): void {
  const handle = useEffectEvent((event: Event) => {
    event.preventDefault()
    open()
  })
  useEffect(() => {
    const listen = (event: Event) => handle(event)
    addEventListener(pageSearchEvent, listen)
    return () => removeEventListener(pageSearchEvent, listen)
  }, [])
}

export function useGlobalSearch(open: (typed: string) => void): void {
  const handle = useEffectEvent((event: Event) => open((event as CustomEvent<string>).detail))
  useEffect(() => {
    const listen = (event: Event) => handle(event)
    addEventListener(globalSearchEvent, listen)
    return () => removeEventListener(globalSearchEvent, listen)
  }, [])
}
