import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export type UrlState = {
  /** A value of the query string; empty when it is absent. */
  get(name: string): string
  /** The page that is shown, from 1. */
  readonly page: number
  /** Changes values; an empty one is taken out. Whatever changes, the list begins at its first page, unless that is given. */
  change(to: Readonly<Record<string, string>>): void
}

/** The state of a page that lives in its address, so that it can be shared and gone back to. */
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
 * What the address says at this moment. A component may still be shown as it was before the latest step; whoever changes
 * one part of the address keeps the others by starting here.
 */
export const currentSearchParams = (): URLSearchParams => new URLSearchParams(location.search)

/** The state of a link that opens the form for something new on the page that it leads to. */
export const createDialogState = { create: true } as const

/** Whether a page's form for something new is open: by its button, or because the way here asked for it. */
export function useCreateDialog(): readonly [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = (state as Partial<typeof createDialogState> | null)?.create === true
  useEffect(() => {
    if (!isAsked) return
    setOpen(true)
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true }) // asked once
  }, [isAsked, navigate, pathname, search])
  return [isOpen, setOpen]
}
