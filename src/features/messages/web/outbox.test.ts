import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedDraft } from '../../../shared/web/draft.ts'
import { claimStorage, clearStorage } from '../../../shared/web/user-storage.ts'
import { type Pending, resume, send, usePending } from './outbox.ts'

const client = new QueryClient()
const failed: Pending = { key: 'k', by: 'ada', conversation: 'c', content: 'First', state: 'failed', created_at: 1 }
const texts = () => renderHook(() => usePending('ada', 'c')).result.current.map(({ content }) => content)

beforeEach(() => {
  clearStorage() // what other test files have restored
  claimStorage('ada')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  clearStorage()
  vi.unstubAllGlobals()
})

test('keeps the messages of an earlier page when one is sent before they were resumed', () => {
  storedDraft.write('outbox', JSON.stringify([failed]))
  send(client, { by: 'ada', conversation: 'c', content: 'Second' })
  resume(client, 'ada')
  expect(texts()).toEqual(['First', 'Second'])
  expect((JSON.parse(storedDraft.read('outbox') ?? '[]') as Pending[]).map(({ content }) => content)).toEqual([
    'First',
    'Second',
  ])
})

test('shows a message once that was written before the outbox was resumed', () => {
  send(client, { by: 'ada', conversation: 'c', content: 'Hello' })
  resume(client, 'ada')
  expect(texts()).toEqual(['Hello'])
})
