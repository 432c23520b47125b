/** The addresses of the app's pages. They always get the app, whatever the caller says it accepts. */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/auth',
  '/blocked',
  '/dashboard',
  '/profile',
  '/profile/:userId',
  '/friends',
  '/messages',
  '/messages/:conversationId',
  '/events',
  '/marketplace',
  '/assignment-help',
  '/confessions',
  '/groups',
  '/groups/:id',
  '/groups/:id/settings',
  '/rate-my-professor',
  '/rate-my-professor/:id',
  '/admin',
  '/settings',
  '/notifications',
  '/unsubscribe/:token',
] as const

/** Paths below which nothing is ever answered with the app. */
const neverPages =
  /^\/(api|assets|icons|media|idp|calendar|docs|openapi\.json|metrics|healthz|readyz|sw\.js|offline\.html|manifest\.webmanifest)(\/|$)/

export const isNeverPage = (path: string): boolean => neverPages.test(path)
