import { Navigate, type RouteObject } from 'react-router'
import { CrashPage } from './CrashPage.tsx'
import { SignedIn, SignedOut } from './guards.tsx'
import { FirstPaint } from './layout/FirstPaint.tsx'
import { Shell } from './layout/Shell.tsx'
import { PageSkeleton } from './layout/ShellSkeleton.tsx'
import { Root } from './Root.tsx'

/** A page that comes when it is first visited. */
const lazily = (load: () => Promise<{ default: React.ComponentType }>) => async () => ({
  Component: (await load()).default,
})

/** The page of the design system's parts, while the app is being made. */
const workshop: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/ui', lazy: lazily(() => import('./dev/PartsPage.tsx')) }]
  : []

/** Every address of the app. `src/app/paths.ts` tells the server the same list. */
export const pages: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <CrashPage />,
    HydrateFallback: FirstPaint,
    children: [
      {
        element: <SignedOut />,
        children: ['/login', '/register', '/auth'].map((path) => ({
          path,
          lazy: lazily(() => import('../../features/session/web/LoginPage.tsx')),
        })),
      },
      { path: '/blocked', lazy: lazily(() => import('../../features/session/web/BlockedPage.tsx')) },
      ...workshop,
      {
        path: '/unsubscribe/:token',
        lazy: lazily(() => import('../../features/notifications/web/UnsubscribePage.tsx')),
      },
      {
        element: (
          <SignedIn>
            <Shell />
          </SignedIn>
        ),
        children: [
          {
            errorElement: <CrashPage />,
            HydrateFallback: PageSkeleton,
            children: [
              { path: '/', element: <Navigate to="/dashboard" replace /> },
              { path: '/dashboard', lazy: lazily(() => import('../../features/posts/web/FeedPage.tsx')) },
              { path: '/profile/:userId?', lazy: lazily(() => import('../../features/profiles/web/ProfilePage.tsx')) },
              { path: '/friends', lazy: lazily(() => import('../../features/friends/web/FriendsPage.tsx')) },
              {
                path: '/messages/:conversationId?',
                lazy: lazily(() => import('../../features/messages/web/MessagesPage.tsx')),
              },
              { path: '/events', lazy: lazily(() => import('../../features/events/web/EventsPage.tsx')) },
              {
                path: '/marketplace',
                lazy: lazily(() => import('../../features/marketplace/web/MarketplacePage.tsx')),
              },
              {
                path: '/assignment-help',
                lazy: lazily(() => import('../../features/assignments/web/AssignmentHelpPage.tsx')),
              },
              {
                path: '/confessions',
                lazy: lazily(() => import('../../features/confessions/web/ConfessionsPage.tsx')),
              },
              { path: '/groups', lazy: lazily(() => import('../../features/groups/web/GroupsPage.tsx')) },
              { path: '/groups/:id', lazy: lazily(() => import('../../features/groups/web/GroupPage.tsx')) },
              {
                path: '/groups/:id/settings',
                lazy: lazily(() => import('../../features/groups/web/GroupSettingsPage.tsx')),
              },
              {
                path: '/rate-my-professor',
                lazy: lazily(() => import('../../features/professors/web/ProfessorsPage.tsx')),
              },
              {
                path: '/rate-my-professor/:id',
                lazy: lazily(() => import('../../features/professors/web/ProfessorPage.tsx')),
              },
              { path: '/admin', lazy: lazily(() => import('../../features/admin/web/AdminPage.tsx')) },
              {
                path: '/notifications',
                lazy: lazily(() => import('../../features/notifications/web/NotificationsPage.tsx')),
              },
              { path: '/settings', lazy: lazily(() => import('../../features/settings/web/SettingsPage.tsx')) },
              { path: '*', lazy: lazily(() => import('./LostPage.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]
