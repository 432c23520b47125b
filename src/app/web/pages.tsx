import { Navigate, type RouteObject } from 'react-router'
import { lazyPage } from '../../shared/web/lazy-part.tsx'
import { CrashPage } from './CrashPage.tsx'
import { RequireNoSession, RequireSession } from './guards.tsx'
import { FirstPaint } from './layout/FirstPaint.tsx'
import { Shell } from './layout/Shell.tsx'
import { PageSkeleton } from './layout/ShellSkeleton.tsx'
import { Root } from './Root.tsx'

/** The component gallery, during development only. */
const workshop: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/ui', lazy: lazyPage(() => import('./dev/ComponentGalleryPage.tsx')) }]
  : []

/** All URLs of the app. `src/app/pages.ts` holds the same list for the server. */
export const pages: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <CrashPage />,
    HydrateFallback: FirstPaint,
    children: [
      {
        element: <RequireNoSession />,
        children: ['/login', '/register', '/auth'].map((path) => ({
          path,
          lazy: lazyPage(() => import('../../features/session/web/LoginPage.tsx')),
        })),
      },
      { path: '/blocked', lazy: lazyPage(() => import('../../features/account/web/BlockedPage.tsx')) },
      ...workshop,
      {
        path: '/unsubscribe/:token',
        lazy: lazyPage(() => import('../../features/notifications/web/UnsubscribePage.tsx')),
      },
      {
        element: (
          <RequireSession>
            <Shell />
          </RequireSession>
        ),
        children: [
          {
            errorElement: <CrashPage />,
            HydrateFallback: PageSkeleton,
            children: [
              { path: '/', element: <Navigate to="/dashboard" replace /> },
              { path: '/dashboard', lazy: lazyPage(() => import('../../features/posts/web/FeedPage.tsx')) },
              {
                path: '/profile/:userId?',
                lazy: lazyPage(() => import('./ProfileWithPosts.tsx')),
              },
              { path: '/friends', lazy: lazyPage(() => import('../../features/people/web/FriendsPage.tsx')) },
              {
                path: '/messages/:conversationId?',
                lazy: lazyPage(() => import('../../features/messages/web/MessagesPage.tsx')),
              },
              { path: '/events', lazy: lazyPage(() => import('../../features/events/web/EventsPage.tsx')) },
              {
                path: '/marketplace',
                lazy: lazyPage(() => import('../../features/marketplace/web/MarketplacePage.tsx')),
              },
              {
                path: '/assignment-help',
                lazy: lazyPage(() => import('../../features/assignments/web/AssignmentHelpPage.tsx')),
              },
              {
                path: '/confessions',
                lazy: lazyPage(() => import('../../features/confessions/web/ConfessionsPage.tsx')),
              },
              { path: '/groups', lazy: lazyPage(() => import('../../features/groups/web/GroupsPage.tsx')) },
              { path: '/groups/:id', lazy: lazyPage(() => import('./GroupWithTabs.tsx')) },
              {
                path: '/groups/:id/settings',
                lazy: lazyPage(() => import('../../features/groups/web/GroupSettingsPage.tsx')),
              },
              {
                path: '/rate-my-professor',
                lazy: lazyPage(() => import('../../features/professors/web/ProfessorsPage.tsx')),
              },
              {
                path: '/rate-my-professor/:id',
                lazy: lazyPage(() => import('../../features/professors/web/ProfessorPage.tsx')),
              },
              { path: '/admin', lazy: lazyPage(() => import('../../features/admin/web/AdminPage.tsx')) },
              {
                path: '/notifications',
                lazy: lazyPage(() => import('../../features/notifications/web/NotificationsPage.tsx')),
              },
              { path: '/settings', lazy: lazyPage(() => import('../../features/account/web/SettingsPage.tsx')) },
              { path: '*', lazy: lazyPage(() => import('./NotFoundPage.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]
