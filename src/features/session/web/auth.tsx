import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { authEvents, call } from '../../../shared/web/api.ts'

import { sendWaiting } from '../../../shared/web/before-leaving.ts'
import { createCodeLoader } from '../../../shared/web/code-loader.ts'
import { ApiError, findBlocked, isUnreachable } from '../../../shared/web/data/errors.ts'
import { showLikeCounts } from '../../../shared/web/like-counts.ts'
import {
  announceSignOut,
  claimStorage,
  clearStorage,
  noteContact,
  onOtherTab,
  storageOwner,
} from '../../../shared/web/user-storage.ts'
import { sessionApi } from '../contract.gen.ts'
import type { Me, session } from '../contract.ts'
import { takeRequestedPage } from './requested-page.ts'

export type Auth = {
  readonly status: 'loading' | 'signed-in' | 'signed-out'
  /** Signed out because of a ban or suspension. */
  readonly isBlocked: boolean
  readonly user: Me | undefined
  /** Always rejects: password sign-in does not exist. */
  login(): Promise<never>
  register(): Promise<never>
  /** Signs out and opens the sign-in page, even when the request fails. */
  logout(): Promise<void>
  /**
   * Updates profile fields and stores the returned user. Rejects with the server's message or 'Failed to update
   * profile'.
   */
  updateProfile(fields: Parameters<typeof sendProfile>[0]): Promise<Me>
  /** Replaces the stored state of the same user. */
  hold(user: Me): void
}

const AuthContext = createContext<Auth | undefined>(undefined)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** The signed-in user, for pages that require a session. */
export function useMe(): Me {
  const { user } = useAuth()
  if (!user) throw new Error('You’re not signed in')
  return user
}

type SessionState = { readonly status: Auth['status']; readonly user?: Me; readonly isBlocked?: boolean }

/** The account status page, and the pages that it leads to. */
export const isOpenToBlocked = (path: string): boolean => /^\/(blocked|decisions)(\/|$)/.test(path)

/** Reloads the page for the user who is signed in now. Immediately hides what it shows of the previous user. */
function showOtherUser(): void {
  document.documentElement.hidden = true
  location.reload()
}

/**
 * Fetches the current user again. An ended session leads to the sign-in page, a session of another user reloads the
 * page.
 */
export const checkSession = () => fetchMe(undefined, { quiet: false })

/**
 * Fetches the current user and claims the browser's storage for them. If this page showed another user, it reloads and
 * the promise never settles. Rejects as `call` does.
 */
export async function fetchMe(signal?: AbortSignal, { quiet = true } = {}): Promise<Me> {
  const me = await call(sessionApi.me, { quiet, ...(signal ? { signal } : {}) })
  const isOther = claimStorage(me.id, me.is_shared)
  noteContact()
  if (!isOther) return me
  showOtherUser()
  return new Promise(() => {})
}

const loadOfflineStart = createCodeLoader(() => import('../../../shared/web/offline-start.ts'))

/** The user whose content this device keeps, if it may show it without a connection. */
const startOffline = (client: QueryClient): Promise<Me | undefined> =>
  loadOfflineStart()
    .then((code) => code.startOffline<Me>(client))
    .catch(() => undefined)

/**
 * Fetches the current user once; a 401 is silent. A later 401 leads to the sign-in page, and a ban or suspension at any
 * time to the account status page.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState<SessionState>({ status: 'loading' })
  if (held.user) showLikeCounts(held.user.safety?.counts !== false)
  const navigate = useNavigate()
  const client = useQueryClient()

  const leave = (isBlocked = false) => {
    setHeld({ status: 'signed-out', isBlocked })
    clearStorage()
    client.clear()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; navigate is stable
  useEffect(() => {
    const asking = new AbortController()
    fetchMe(asking.signal).then(
      // this renders the whole shell: a transition splits the work, so that a slow phone stays responsive
      (user) =>
        startTransition(() => {
          setHeld({ status: 'signed-in', user })
          const requested = takeRequestedPage()
          if (requested) navigate(requested, { replace: true })
        }),
      async (error: unknown) => {
        const user = isUnreachable(error) && (await startOffline(client))
        if (asking.signal.aborted) return
        if (user) setHeld({ status: 'signed-in', user })
        else setHeld({ status: 'signed-out', isBlocked: findBlocked(error) !== undefined })
      },
    )
    return () => asking.abort()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers only use setters and the stable navigate
  useEffect(() => {
    const leaveToLogin = () => {
      leave()
      navigate('/login', { replace: true })
    }
    const toLogin = () => {
      announceSignOut()
      leaveToLogin()
    }
    const toStatus = () => {
      leave(true)
      if (!isOpenToBlocked(location.pathname)) navigate('/blocked', { replace: true })
    }
    authEvents.addEventListener('signed-out', toLogin)
    authEvents.addEventListener('blocked', toStatus)
    const endOtherTabs = onOtherTab({ onSignedOut: leaveToLogin, onOtherUser: showOtherUser })
    // A page restored from the back/forward cache is shown only to the same user.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      const root = document.documentElement
      if (!persisted || storageOwner() === undefined) return
      root.hidden = true
      fetchMe().then(
        () => {
          root.hidden = false
        },
        () => location.reload(),
      )
    }
    addEventListener('pageshow', comeBack)
    return () => {
      endOtherTabs()
      removeEventListener('pageshow', comeBack)
      authEvents.removeEventListener('signed-out', toLogin)
      authEvents.removeEventListener('blocked', toStatus)
    }
  }, [navigate])

  const refusePassword = () => Promise.reject(new Error('OAuth-only authentication'))
  const auth: Auth = {
    status: held.status,
    user: held.user,
    isBlocked: held.isBlocked === true,
    login: refusePassword,
    register: refusePassword,
    hold: (user) => setHeld({ status: 'signed-in', user }),
    async logout() {
      await sendWaiting() // while the session still lasts
      await call(sessionApi.signOut, { quiet: true }).catch(() => {})
      announceSignOut()
      leave()
      navigate('/login', { replace: true })
    },
    async updateProfile(fields) {
      const user = await sendProfile(fields)
      setHeld({ status: 'signed-in', user })
      return user
    },
  }
  return <AuthContext value={auth}>{children}</AuthContext>
}

async function sendProfile(
  body: NonNullable<Parameters<typeof call<typeof session.updateMe>>[1]>['body'],
): Promise<Me> {
  try {
    return await call(sessionApi.updateMe, { body })
  } catch (error) {
    throw error instanceof ApiError && error.serverMessage ? error : new Error('Failed to update profile')
  }
}
