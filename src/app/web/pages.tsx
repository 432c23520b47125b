import { Suspense } from 'react'
import { Navigate, Outlet, type RouteObject } from 'react-router'
import { lazyPart } from '../../shared/web/lazy-part.tsx'
import { PageFailed } from '../../shared/web/ui/PartFailed.tsx'
import { PageBoundary } from './CrashPage.tsx'
import { RequireNoSession, RequireSession } from './guards.tsx'
import { FirstPaint } from './layout/FirstPaint.tsx'
import { Shell } from './layout/Shell.tsx'
import { PageSkeleton } from './layout/ShellSkeleton.tsx'
import type { PageHandle, PageModule } from './prefetch.ts'
import { Root } from './Root.tsx'

/** A page whose code is loaded when it is visited. */
function page(path: string, importPage: Parameters<typeof lazyPart<object, PageModule>>[0]): RouteObject {
  const Page = lazyPart(importPage, PageFailed)
  return { path, element: <Page />, handle: { load: Page.load } satisfies PageHandle }
}

/** The component gallery, during development only. */
const workshop: RouteObject[] = import.meta.env.DEV
  ? [page('/dev/ui', () => import('./dev/ComponentGalleryPage.tsx'))]
  : []

/** All URLs of the app. `src/app/pages.ts` holds the same list for the server. */
export const pages: RouteObject[] = [
  {
    element: (
      <Root>
        <PageBoundary>
          <Suspense fallback={<FirstPaint />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </Root>
    ),
    children: [
      {
        element: <RequireNoSession />,
        children: [
          page('/login', () => import('../../features/session/web/LoginPage.tsx')),
          page('/register', () => import('../../features/session/web/LoginPage.tsx')),
          page('/auth', () => import('../../features/session/web/LoginPage.tsx')),
        ],
      },
      page('/blocked', () => import('../../features/account/web/BlockedPage.tsx')),
      ...workshop,
      page('/unsubscribe/:token', () => import('../../features/notifications/web/UnsubscribePage.tsx')),
      page('/notice', () => import('../../features/notices/web/NoticePage.tsx')),
      page('/notice/:token', () => import('../../features/notices/web/NoticeStatePage.tsx')),
      page('/transparency/:schoolId', () => import('../../features/transparency/web/PublicTransparencyPage.tsx')),
      {
        element: (
          <RequireSession>
            <Shell>
              <PageBoundary>
                <Suspense fallback={<PageSkeleton />}>
                  <Outlet />
                </Suspense>
              </PageBoundary>
            </Shell>
          </RequireSession>
        ),
        children: [
          { path: '/', element: <Navigate to="/dashboard" replace /> },
          page('/dashboard', () => import('./FeedWithExtras.tsx')),
          page('/profile/:userId?', () => import('./ProfileWithPosts.tsx')),
          page('/friends', () => import('../../features/people/web/FriendsPage.tsx')),
          page('/messages/:conversationId?', () => import('./MessagesWithListings.tsx')),
          page('/events', () => import('../../features/events/web/EventsPage.tsx')),
          page('/marketplace', () => import('../../features/marketplace/web/MarketplacePage.tsx')),
          page('/assignment-help', () => import('../../features/assignments/web/AssignmentHelpPage.tsx')),
          page('/confessions', () => import('../../features/confessions/web/ConfessionsPage.tsx')),
          page('/groups', () => import('./GroupsWithMeetings.tsx')),
          page('/groups/:id', () => import('./GroupWithTabs.tsx')),
          page('/groups/:id/settings', () => import('../../features/groups/web/GroupSettingsPage.tsx')),
          page('/rate-my-professor', () => import('../../features/professors/web/ProfessorsPage.tsx')),
          page('/rate-my-professor/:id', () => import('../../features/professors/web/ProfessorPage.tsx')),
          page('/admin', () => import('../../features/admin/web/AdminPage.tsx')),
          page('/notifications', () => import('./NotificationsWithAnswers.tsx')),
          page('/decisions', () => import('../../features/decisions/web/DecisionsPage.tsx')),
          page('/decisions/:id', () => import('../../features/decisions/web/DecisionPage.tsx')),
          page('/seals', () => import('../../features/moderation/web/SealsPage.tsx')),
          page('/reports', () => import('../../features/appeals/web/OwnReportsPage.tsx')),
          page('/transparency', () => import('../../features/transparency/web/TransparencyPage.tsx')),
          page('/settings/safety', () => import('../../features/account/web/SafetyPage.tsx')),
          page('/not-sent', () => import('./NotSentPage.tsx')),
          page('/settings', () => import('../../features/account/web/SettingsPage.tsx')),
          page('*', () => import('./NotFoundPage.tsx')),
        ],
      },
    ],
  },
]
