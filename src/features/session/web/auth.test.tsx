import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { clearStorage } from '../../../shared/web/user-storage.ts'
import { AuthProvider, useAuth } from './auth.tsx'

const answerWith = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))

const app = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <AuthProvider>{children}</AuthProvider>
    </MemoryRouter>
  </QueryClientProvider>
)

afterEach(() => {
  vi.unstubAllGlobals()
  clearStorage()
})

test('throws when the session is used outside its provider', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => renderHook(() => useAuth())).toThrow('useAuth must be used within an AuthProvider')
  quiet.mockRestore()
})

test('rejects password sign-in and registration in the client too', async () => {
  answerWith(401, { error: 'Sign in to continue.' })
  const { result } = renderHook(() => useAuth(), { wrapper: app })
  await expect(result.current.login()).rejects.toThrow('OAuth-only authentication')
  await expect(result.current.register()).rejects.toThrow('OAuth-only authentication')
})

test.each([
  ['a signed-in user', 200, { id: '1', name: 'Ada' }, 'signed-in', false],
  ['a signed-out client', 401, { error: 'Sign in to continue.' }, 'signed-out', false],
  ['a banned user', 403, { isBlocked: true, blockReason: 'banned' }, 'signed-out', true],
  ['a suspended user', 423, { isBlocked: true, blockReason: 'suspended' }, 'signed-out', true],
  ['a failing server', 500, {}, 'signed-out', false],
] as const)('sets the session state for %s', async (_, status, body, expected, isBlocked) => {
  answerWith(status, body)
  const { result } = renderHook(() => useAuth(), { wrapper: app })
  expect(result.current.status).toBe('loading')
  await waitFor(() => expect(result.current.status).toBe(expected))
  expect(result.current.isBlocked).toBe(isBlocked)
})

test('stores the user from a profile update and fails with the server’s message or the fallback', async () => {
  answerWith(200, { id: '1', name: 'Ada' })
  const { result } = renderHook(() => useAuth(), { wrapper: app })
  await waitFor(() => expect(result.current.status).toBe('signed-in'))
  answerWith(200, { id: '1', name: 'Ada C.' })
  await result.current.updateProfile({ name: 'Ada C.' })
  await waitFor(() => expect(result.current.user?.name).toBe('Ada C.'))
  answerWith(400, { error: 'Enter your name' })
  await expect(result.current.updateProfile({ name: '' })).rejects.toThrow('Enter your name')
  answerWith(500, {})
  await expect(result.current.updateProfile({ name: '' })).rejects.toThrow('Failed to update profile')
})

test('clears drafts when signing out', async () => {
  answerWith(200, { id: '1', name: 'Ada' })
  sessionStorage.setItem('quad draft 1 post', 'half a thought')
  const { result } = renderHook(() => useAuth(), { wrapper: app })
  await waitFor(() => expect(result.current.status).toBe('signed-in'))
  expect(sessionStorage.getItem('quad draft 1 post')).toBe('half a thought')
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('offline')))
  await result.current.logout()
  await waitFor(() => expect(result.current.status).toBe('signed-out'))
  expect(sessionStorage.getItem('quad draft 1 post')).toBeNull()
})

test('hides drafts of another user after sign-in and clears all drafts after a 401', async () => {
  const others = {
    sessionStorage: ['quad draft 2 confession', 'quad draft confession'],
    localStorage: ['quad draft 2 message c'],
  }
  const fill = () => {
    for (const key of others.sessionStorage) sessionStorage.setItem(key, 'a secret')
    for (const key of others.localStorage) localStorage.setItem(key, 'a secret')
    localStorage.setItem('quad draft 1 message c', 'my own')
  }
  const left = () =>
    [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.startsWith('quad'))
  fill()
  answerWith(200, { id: '1', name: 'Ada' })
  const { result, unmount } = renderHook(() => useAuth(), { wrapper: app })
  await waitFor(() => expect(result.current.status).toBe('signed-in'))
  expect(left()).toEqual(['quad draft 1 message c', 'quad draft 1 contact'])
  unmount()
  fill()
  answerWith(401, { error: 'Sign in to continue.' })
  const { result: after } = renderHook(() => useAuth(), { wrapper: app })
  await waitFor(() => expect(after.current.status).toBe('signed-out'))
  expect(left()).toEqual([])
})

test('signs a tab out when another tab signs out', async () => {
  answerWith(200, { id: '1', name: 'Ada' })
  const { result } = renderHook(() => useAuth(), { wrapper: app })
  await waitFor(() => expect(result.current.status).toBe('signed-in'))
  sessionStorage.setItem('quad draft 1 post', 'half a thought')
  const otherTab = new BroadcastChannel('quad session')
  otherTab.postMessage({ user: null })
  await waitFor(() => expect(result.current.status).toBe('signed-out'))
  expect(sessionStorage.getItem('quad draft 1 post')).toBeNull()
  otherTab.close()
})
