import { useState } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const cookie = 'quad_theme'
const year = 365 * 24 * 3600

const read = (): Theme => {
  const [, theme] = new RegExp(`(?:^|; )${cookie}=(light|dark)`).exec(document.cookie) ?? []
  return (theme as Theme | undefined) ?? 'system'
}

/**
 * The appearance that was chosen on this device, and how to choose another. It is kept in a cookie, from which the
 * server writes it into the page, so that no page flashes in the wrong one first.
 */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(read)
  const choose = (next: Theme) => {
    setTheme(next)
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
    document.cookie = `${cookie}=${next}; path=/; samesite=lax; max-age=${next === 'system' ? 0 : year}`
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
  }
  return [theme, choose]
}
