import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Conversation } from '../../../features/messages/conversation-contract.ts'
import { listKey, pagesKey } from '../../../features/messages/web/conversation-cache.ts'
import type { Me } from '../../../features/session/contract.ts'
import { offlineSince } from '../../../shared/web/connection.ts'
import { type KeptReply, type KeptState, patchKept, replaceKept } from '../../../shared/web/offline-store.ts'
import { whenLoaded } from '../../../shared/web/page-load.ts'
import { noteContact } from '../../../shared/web/user-storage.ts'
import { keepCode } from './code.ts'
import { keepPictures, listPictures } from './pictures.ts'
import { isInPlan, listKeptConversations, readConversation, readList, readPlan, toKept, toMessageKeys } from './plan.ts'

/** The first view of the page comes first. */
const maxFirstLoadMs = 10_000
/** At most one write per second. */
const writeIntervalMs = 1000

export type Keeping = {
  /** Reads everything again: events were missed. */
  readAll(): void
  /** Something has changed in the conversation. */
  readConversation(id: string): void
  stop(): void
}

/**
 * Keeps on this device what can be read without a connection. One tab does: first it reads everything from the server and
 * replaces what was kept, then it follows the query cache, and reads the conversations that no page shows.
 */
export function startKeeping(client: QueryClient, me: Me): Keeping {
  const over = new AbortController()
  const { signal } = over
  const changedKeys = new Map<string, QueryKey>()
  const changedConversations = new Set<string>()
  let keptIds = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = true

  const toState = (): KeptState => ({ me, confirmed_at: offlineSince() ?? Date.now() })

  const readEverything = async () => {
    isReading = true
    try {
      const replies = await readPlan(client, me.school_timezone, signal)
      keptIds = new Set(listKeptConversations(findList(replies)))
      await replaceKept(me.id, toState(), replies)
      noteContact()
      await keepPictures(me.id, listPictures(replies.map(({ data }) => data)), signal)
    } finally {
      isReading = false
      writeSoon()
    }
  }

  const writeSoon = () => {
    if (isReading || signal.aborted || changedKeys.size + changedConversations.size === 0) return
    timer ??= setTimeout(() => void write().catch(ignore), writeIntervalMs)
  }

  const write = async () => {
    timer = undefined
    if (signal.aborted || offlineSince() !== undefined) return
    const keys = [...changedKeys.values()]
    const conversations = [...changedConversations]
    changedKeys.clear()
    changedConversations.clear()
    const written: KeptReply[] = []
    if (conversations.length > 0 && client.getQueryData(listKey) === undefined) written.push(await readList(signal))
    const list = client.getQueryData<List>(listKey) ?? findList(written)
    const nextIds = list ? new Set(listKeptConversations(list)) : keptIds
    const deleted = [...keptIds].filter((id) => !nextIds.has(id)).flatMap(toMessageKeys)
    const added = [...nextIds].filter((id) => !keptIds.has(id))
    keptIds = nextIds
    for (const queryKey of keys) {
      const data = client.getQueryData(queryKey)
      const kept = data === undefined ? undefined : toKept(queryKey, data, keptIds)
      if (kept) written.push(kept)
    }
    const isShown = (id: string) => client.getQueryData(pagesKey(id)) !== undefined
    for (const id of new Set([...added, ...conversations.filter((other) => !isShown(other))])) {
      if (!keptIds.has(id)) continue
      const replies = await readConversation(id, signal)
      if (replies) written.push(...replies)
      else deleted.push(...toMessageKeys(id))
    }
    await patchKept(me.id, toState(), { written, deleted })
  }

  const lead = async () => {
    if (signal.aborted) return
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || !isInPlan(event.query.queryKey)) return
      changedKeys.set(event.query.queryHash, event.query.queryKey)
      writeSoon()
    })
    await readEverything().catch(ignore)
    await keepCode(me.id, signal).catch(ignore)
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    unsubscribe()
  }

  void whenLoaded(maxFirstLoadMs).then(() => {
    if (signal.aborted) return
    if (navigator.locks) navigator.locks.request(`quad offline ${me.id}`, { signal }, lead).catch(ignore)
    else void lead()
  })
  return {
    readAll: () => {
      if (!isReading) void readEverything().catch(ignore)
    },
    readConversation: (id) => {
      changedConversations.add(id)
      writeSoon()
    },
    stop() {
      over.abort()
      clearTimeout(timer)
    },
  }
}

type List = { readonly data: readonly Conversation[] }

const findList = (replies: readonly KeptReply[]): List | undefined =>
  replies.find(({ queryKey }) => queryKey === listKey)?.data as List | undefined

/** What failed is read again at the next start, or when the connection returns. */
const ignore = () => {}
