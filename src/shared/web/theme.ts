import { useState } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const cookie = 'quad_theme'
const year = 365 * 24 * 3600

const read = (): Theme => {
  const [, theme] = new RegExp(`(?:^|; )${cookie}=(light|dark)`).exec(document.cookie) ?? []
  return (theme as Theme | undefined) ?? 'system'
}

/** Shows the page in the theme of this device, where no server has written it into the page. */
export function applyTheme(): void {
  const theme = read()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/**
 * The theme of this device, and its setter. Stored in a cookie, from which the server writes it into the page, so that
 * no page flashes in the wrong theme.
 */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(read)
  const choose = (next: Theme) => {
    setTheme(next)
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store yet
    document.cookie = `${cookie}=${next}; path=/; samesite=lax; max-age=${next === 'system' ? 0 : year}`
    applyTheme()
  }
  return [theme, choose]
}
