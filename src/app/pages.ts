/**
 * URLs of the app's pages, and the component of each below `src/features`. They always get the app, whatever the Accept
 * header says.
 */
export const pageModules: Readonly<Record<string, string>> = {
  '/': 'posts/web/FeedPage.tsx',
  '/login': 'session/web/LoginPage.tsx',
  '/register': 'session/web/LoginPage.tsx',
  '/auth': 'session/web/LoginPage.tsx',
  '/blocked': 'session/web/BlockedPage.tsx',
  '/dashboard': 'posts/web/FeedPage.tsx',
  '/profile': 'profiles/web/ProfilePage.tsx',
  '/profile/:userId': 'profiles/web/ProfilePage.tsx',
  '/friends': 'friends/web/FriendsPage.tsx',
  '/messages': 'messages/web/MessagesPage.tsx',
  '/messages/:conversationId': 'messages/web/MessagesPage.tsx',
  '/events': 'events/web/EventsPage.tsx',
  '/marketplace': 'marketplace/web/MarketplacePage.tsx',
  '/assignment-help': 'assignments/web/AssignmentHelpPage.tsx',
  '/confessions': 'confessions/web/ConfessionsPage.tsx',
  '/groups': 'groups/web/GroupsPage.tsx',
  '/groups/:id': 'groups/web/GroupPage.tsx',
  '/groups/:id/settings': 'groups/web/GroupSettingsPage.tsx',
  '/rate-my-professor': 'professors/web/ProfessorsPage.tsx',
  '/rate-my-professor/:id': 'professors/web/ProfessorPage.tsx',
  '/admin': 'admin/web/AdminPage.tsx',
  '/settings': 'settings/web/SettingsPage.tsx',
  '/notifications': 'notifications/web/NotificationsPage.tsx',
  '/unsubscribe/:token': 'notifications/web/UnsubscribePage.tsx',
}

/** The first API reads of a page, preloaded while its code loads. */
export const preloadRequests: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/posts/feed?filter=all'],
  '/dashboard': ['/api/posts/feed?filter=all'],
}

/** Paths below which the server never sends the app. */
const serverPathPattern =
  /^\/(api|assets|icons|media|idp|calendar|docs|openapi\.json|metrics|healthz|readyz|sw\.js|offline\.html|manifest\.webmanifest)(\/|$)/

export const isServerPath = (path: string): boolean => serverPathPattern.test(path)
