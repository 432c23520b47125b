/**
 * URLs of the app's pages, and the component of each below `src`. They always get the app, whatever the Accept
 * header says.
 */
export const pageModules: Readonly<Record<string, string>> = {
  '/': 'app/web/FeedWithExtras.tsx',
  '/login': 'features/session/web/LoginPage.tsx',
  '/register': 'features/session/web/LoginPage.tsx',
  '/auth': 'features/session/web/LoginPage.tsx',
  '/blocked': 'features/account/web/BlockedPage.tsx',
  '/dashboard': 'app/web/FeedWithExtras.tsx',
  '/profile': 'app/web/ProfileWithPosts.tsx',
  '/profile/:userId': 'app/web/ProfileWithPosts.tsx',
  '/friends': 'features/people/web/FriendsPage.tsx',
  '/messages': 'app/web/MessagesWithListings.tsx',
  '/messages/:conversationId': 'app/web/MessagesWithListings.tsx',
  '/events': 'features/events/web/EventsPage.tsx',
  '/marketplace': 'features/marketplace/web/MarketplacePage.tsx',
  '/assignment-help': 'features/assignments/web/AssignmentHelpPage.tsx',
  '/confessions': 'features/confessions/web/ConfessionsPage.tsx',
  '/groups': 'app/web/GroupsWithMeetings.tsx',
  '/groups/:id': 'app/web/GroupWithTabs.tsx',
  '/groups/:id/settings': 'features/groups/web/GroupSettingsPage.tsx',
  '/rate-my-professor': 'features/professors/web/ProfessorsPage.tsx',
  '/rate-my-professor/:id': 'features/professors/web/ProfessorPage.tsx',
  '/admin': 'features/admin/web/AdminPage.tsx',
  '/decisions': 'features/decisions/web/DecisionsPage.tsx',
  '/decisions/:id': 'features/decisions/web/DecisionPage.tsx',
  '/seals': 'features/moderation/web/SealsPage.tsx',
  '/reports': 'features/appeals/web/OwnReportsPage.tsx',
  '/transparency': 'features/transparency/web/TransparencyPage.tsx',
  '/transparency/:schoolId': 'features/transparency/web/PublicTransparencyPage.tsx',
  '/settings/safety': 'features/account/web/SafetyPage.tsx',
  '/not-sent': 'app/web/NotSentPage.tsx',
  '/settings': 'features/account/web/SettingsPage.tsx',
  '/notifications': 'app/web/NotificationsWithAnswers.tsx',
  '/notice': 'features/notices/web/NoticePage.tsx',
  '/notice/:token': 'features/notices/web/NoticeStatePage.tsx',
  '/unsubscribe/:token': 'features/notifications/web/UnsubscribePage.tsx',
}

/** The first API reads of a page, preloaded while its code loads. */
export const preloadRequests: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/posts/feed?filter=all'],
  '/dashboard': ['/api/posts/feed?filter=all'],
}

/** Paths below which the server never sends the app. */
const serverPathPattern =
  /^\/(api|assets|icons|media|idp|calendar|docs|openapi\.json|metrics|healthz|readyz|sw\.js|app\.html|offline\.(html|json)|manifest\.webmanifest)(\/|$)/

export const isServerPath = (path: string): boolean => serverPathPattern.test(path)
