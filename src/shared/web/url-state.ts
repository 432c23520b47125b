import { startTransition, useEffect, useOptimistic, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { changeParams, parseParams, type UrlParams, type UrlValues } from './url-params.ts'
import { returnTo } from './visited-entries.ts'

export type UrlState<P extends UrlParams> = UrlValues<P> & {
  /** Whether a filter is set. */
  readonly isNarrowed: boolean
  /**
   * Changes values and resets the page, unless it is given. Back undoes the change: only typed text replaces the entry of
   * the history, and an item that is closed returns to the entry that it was opened from, if there is one.
   */
  change(to: Partial<UrlValues<P>>, options?: HistoryOptions): void
  /** Clears the filters. */
  reset(): void
  /** The target of a link that changes values. */
  linkTo(to: Partial<UrlValues<P>>): string
  /** The target of a link with these values only. */
  linkToOnly(to: Partial<UrlValues<P>>): string
}

export type HistoryOptions = { readonly replace: boolean }

/** Emits `change` when page state has changed the history, before it is rendered. */
export const urlChanges = new EventTarget()

/** Page state stored in the URL, so that it can be shared and restored by the back button. */
export function useUrlState<const P extends UrlParams>(params: P): UrlState<P> {
  const navigate = useNavigate()
  // The router navigates in a transition. Until that has been rendered, controls show what was chosen.
  const [search, setSearch] = useOptimistic(useLocation().search)
  const values = parseParams(params, search)

  const change = (to: Partial<UrlValues<P>>, options?: HistoryOptions) => {
    const next = changeParams(params, location.search, to) // may be newer than what is rendered
    if (next === (location.search || '?')) return
    const from = parseParams(params, location.search)
    if (isClosing(params, from, to) && returnTo(next === '?' ? '' : next)) return
    const { replace } = options ?? { replace: isMinor(params, from, to) }
    startTransition(() => {
      setSearch(next)
      void navigate({ search: next }, { replace })
    })
    urlChanges.dispatchEvent(new Event('change'))
  }
  return {
    ...values,
    isNarrowed: Object.entries(params).some(
      ([key, { kind, empty }]) => (kind === 'filter' || kind === 'text') && values[key] !== empty,
    ),
    change,
    reset: () => change(listCleared(params), { replace: false }),
    linkTo: (to) => changeParams(params, search, to),
    linkToOnly: (to) => changeParams(params, '', to),
  }
}

/** Whether a change does nothing else than to close what is open. */
const isClosing = <P extends UrlParams>(params: P, from: UrlValues<P>, to: Partial<UrlValues<P>>): boolean =>
  Object.entries(to).every(([key, value]) => {
    const { kind, empty } = params[key] as P[string]
    return value === from[key] || (kind === 'item' && value === empty)
  })

/** Whether a change is not a step that Back should undo. */
const isMinor = <P extends UrlParams>(params: P, from: UrlValues<P>, to: Partial<UrlValues<P>>): boolean =>
  Object.entries(to).every(([key, value]) => {
    const { kind, empty } = params[key] as P[string]
    return value === from[key] || kind === 'text' || (kind === 'item' && value === empty)
  })

const listCleared = <P extends UrlParams>(params: P) =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, { kind, empty }]) =>
      kind === 'view' || kind === 'item' ? [] : [[key, empty]],
    ),
  ) as Partial<UrlValues<P>>

/** Navigation state that opens the create form of the target page. */
export const createDialogState = { create: true } as const

/** Whether the create form of a page is open: by its button, or by the navigation state. */
export function useCreateDialog(): readonly [boolean, (open: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false)
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = (state as Partial<typeof createDialogState> | null)?.create === true
  useEffect(() => {
    if (!isAsked) return
    setIsOpen(true)
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true }) // only once
  }, [isAsked, navigate, pathname, search])
  return [isOpen, setIsOpen]
}
