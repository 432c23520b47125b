const titles: readonly (readonly [prefix: string, title: string, heading?: string])[] = [
  ['/dashboard', 'Feed'],
  ['/profile', 'Profile'],
  ['/friends', 'Friends'],
  ['/messages', 'Messages'],
  ['/events', 'Events'],
  ['/marketplace', 'Marketplace'],
  ['/assignment-help', 'Assignment Help'],
  ['/confessions', 'Confessions'],
  ['/groups', 'Groups'],
  ['/rate-my-professor', 'Rate My Professor'],
  ['/admin', 'Admin Panel', 'Admin Dashboard'],
  ['/settings/safety', 'Safety'],
  ['/settings', 'Settings'],
  ['/not-sent', 'Not sent yet'],
  ['/notifications', 'Notifications'],
  ['/decisions', 'Decisions'],
  ['/seals', 'Seals'],
  ['/reports', 'Reports I made'],
  ['/transparency', 'Moderation in numbers'],
  ['/notice', 'Report without an account'],
  ['/unsubscribe', 'Email preferences'],
]

/** True when a path equals the prefix or lies below it. */
export const isUnder = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

/** Whether a page is the target of a link of the navigation, or belongs to it; a profile is only one's own. */
export const isPlace = (pathname: string, path: string, ownId: string): boolean =>
  path === '/profile' ? pathname === path || pathname === `${path}/${ownId}` : isUnder(pathname, path)

const findTitle = (path: string) => titles.find(([prefix]) => isUnder(path, prefix))

/** The title of a page, by the prefix of its path; undefined for an unknown one. */
export const pageTitle = (path: string): string | undefined => findTitle(path)?.[1]

/** The heading of a page in the bar of a phone. */
export const barTitle = (path: string): string | undefined => findTitle(path)?.[2] ?? pageTitle(path)
