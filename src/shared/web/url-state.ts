import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export type UrlState = {
  /** A value of the query string; empty when it is absent. */
  get(name: string): string
  /** The current page, from 1. */
  readonly page: number
  /** Changes values; an empty one is removed. Resets the page to 1, unless `page` is given. */
  change(to: Readonly<Record<string, string>>): void
}

/** Page state stored in the URL, so that it can be shared and restored by the back button. */
export function useUrlState(): UrlState {
  const [address, setAddress] = useSearchParams()
  return {
    get: (name) => address.get(name) ?? '',
    page: Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1),
    change(to) {
      const next = { ...Object.fromEntries(currentSearchParams()), page: '', ...to }
      const kept = Object.entries(next).filter(([, value]) => value !== '')
      setAddress(Object.fromEntries(kept), { replace: true, preventScrollReset: true })
    },
  }
}

/**
 * The query parameters of the current URL. A component may still be rendered with older ones; to change one parameter
 * and keep the others, start from these.
 */
export const currentSearchParams = (): URLSearchParams => new URLSearchParams(location.search)

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
