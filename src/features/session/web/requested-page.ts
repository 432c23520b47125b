const key = 'quad requested page'

/** Keeps the page that a signed-out user requested while they sign in, in this tab only. */
export const keepRequestedPage = (path: string): void => sessionStorage.setItem(key, path)

/** Returns the page to open after signing in, once. Two slashes would lead to another site. */
export function takeRequestedPage(): string | undefined {
  const path = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return path && /^\/(?!\/)/.test(path) && location.pathname === '/dashboard' ? path : undefined
}
