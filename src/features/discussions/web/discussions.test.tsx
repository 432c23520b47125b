import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startLiveStream } from '../../../shared/web/live.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { clearStorage } from '../../../shared/web/user-storage.ts'
import { GroupPostCard } from '../../group-posts/web/GroupPostCard.tsx'
import { useGroupPosts } from '../../group-posts/web/queries.ts'
import { PostCard } from '../../posts/web/PostCard.tsx'
import { useFeed } from '../../posts/web/queries.ts'
import '../../../shared/web/ui/MenuPopup.tsx' // loaded before it is needed, like the comments
import { AuthProvider, useAuth } from '../../session/web/auth.tsx'

import './Comments.tsx'
import './PostMenu.tsx'

const author = { id: 'grace', name: 'Grace', avatar_url: null, avatar: null }
const can = { edit: false, delete: true, report: true, pin: false, comment: true, vote: false }
const shared = { author, mentions: [], created_at: 1000, can }
const counts = { is_liked: false, like_count: 4, likes_count: 4, comment_count: 1, comments_count: 1 }
const post = { ...shared, ...counts, id: 'p', group_id: 'g', content: 'Who rows?', media: [], media_urls: [], tags: [] }
const comment = (id: string) => ({ ...shared, ...counts, id, parent_id: null, content: `Words of ${id}` })

const FeedPosts = () =>
  useFeed({ filter: 'all', search: '' }).posts.map((item) => <PostCard key={item.id} post={item} />)
const GroupPosts = () => useGroupPosts('g').posts.map((item) => <GroupPostCard key={item.id} post={item} />)

const SignedIn = ({ children }: { children: ReactNode }) => useAuth().user && children

const scopes = [
  {
    scope: 'the feed',
    Posts: FeedPosts,
    list: '/api/posts/feed?filter=all',
    one: '/api/posts/p',
    comments: '/api/posts/p/comments',
    create: '/api/comments',
    removal: '/api/comments/c1',
    failures: { like: [], load: [], comment: [] },
  },
  {
    scope: 'a group',
    Posts: GroupPosts,
    list: '/api/groups/g/posts',
    one: '/api/groups/g/posts/p',
    comments: '/api/groups/g/posts/p/comments',
    create: '/api/groups/g/posts/p/comments',
    removal: '/api/groups/g/posts/p/comments/c1',
    failures: {
      like: ['Failed to update like'],
      load: ['Failed to load comments'],
      comment: ['Failed to create comment'],
    },
  },
]

type Answer = { readonly status?: number; readonly [field: string]: unknown }
type ApiRequest = { readonly address: string; readonly key: string | undefined; readonly body: unknown }
const answers = new Map<string, () => Answer | Promise<Answer>>()
let sent: ApiRequest[] = []
const count = (address: string) => sent.filter((request) => request.address === address).length

class Source extends EventTarget {
  static all: Source[] = []
  constructor() {
    super()
    Source.all.push(this)
  }
  close() {}
}
async function hear(name: string, body: object) {
  await waitFor(() => expect(Source.all).toHaveLength(1)) // opened after the first load
  await act(async () => void Source.all[0]?.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(body) })))
}
let stop = () => {}
const toasts = vi.spyOn(toast, 'error').mockImplementation(() => {})
const shownToasts = () => toasts.mock.calls.map(([text]) => text)

beforeEach(() => {
  answers.clear()
  sent = []
  toasts.mockClear()
  Source.all = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers = {}, body, signal }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key') ?? undefined
    sent.push({ address: `${method} ${address}`, key, body: typeof body === 'string' ? JSON.parse(body) : body })
    const { status = 200, ...reply } = (await answers.get(`${method} ${address}`)?.()) ?? { status: 404 }
    signal?.throwIfAborted()
    return new Response(JSON.stringify(reply), { status })
  })
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  )
  stop = startLiveStream('ada', async () => {})
})
afterEach(() => {
  cleanup()
  stop()
  vi.unstubAllGlobals()
  clearStorage()
})

describe.each(scopes)('in $scope', ({ scope, Posts, list, one, comments, create, removal, failures }) => {
  const answer = (address: string, body: Answer) => answers.set(address, () => body)
  const answerComments = (items: readonly object[], hasMore = false) =>
    answer(`GET ${comments}`, { data: items, pagination: { page: 1, limit: 200, hasMore } })

  async function show({ me = {}, item = {} } = {}) {
    answer('GET /api/me', {
      id: 'ada',
      name: 'Ada',
      avatar_url: null,
      checks_names: false,
      confessions_mode: 'on',
      safety: { words: [], notes: 'collapse' },
      unmaskable_days: null,
      ...me,
    })
    answer(`GET ${list}`, { data: [{ ...post, ...item }], pagination: { cursor: null } })
    answerComments([comment('c1')])
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AuthProvider>
            <SignedIn>
              <Posts />
            </SignedIn>
          </AuthProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const card = within(await screen.findByRole('article'))
    const toggle = () => fireEvent.click(card.getByRole('button', { name: /, \d+ comments?$/ }))
    const write = (text: string) =>
      fireEvent.change(card.getByLabelText('Write a comment'), { target: { value: text } })
    const send = () => fireEvent.keyDown(card.getByLabelText('Write a comment'), { key: 'Enter' })
    return { card, toggle, write, send }
  }

  test('sends rapid likes of a post one at a time, and the last one wins', async () => {
    const { card } = await show()
    const like = Promise.withResolvers<Answer>()
    answers.set(`POST ${one}/like`, () => like.promise)
    answer(`DELETE ${one}/like`, { data: { likes_count: 7, is_liked: false } })
    for (const name of ['Like, 4 likes', 'Like, 5 likes']) fireEvent.click(await card.findByRole('button', { name }))
    await card.findByRole('button', { name: 'Like, 4 likes' })
    expect(count(`DELETE ${one}/like`)).toBe(0)
    like.resolve({ data: { likes_count: 8, is_liked: true } })
    await card.findByRole('button', { name: 'Like, 7 likes' })
    expect(shownToasts()).toEqual([])
  })

  test('reverts a failed like of a post, and reloads this post instead of the list', async () => {
    const { card } = await show()
    answer(`POST ${one}/like`, { status: 500 })
    answer(`GET ${one}`, { data: { ...post, like_count: 9, likes_count: 9 } })
    fireEvent.click(card.getByRole('button', { name: 'Like, 4 likes' }))
    const like = await card.findByRole('button', { name: 'Like, 9 likes' })
    expect(like.getAttribute('aria-pressed')).toBe('false')
    expect(count(`GET ${list}`)).toBe(1)
    expect(shownToasts()).toEqual(failures.like)
  })

  test('announces comments that could not be loaded, and loads them on Try Again', async () => {
    const { card, toggle } = await show()
    answer(`GET ${comments}`, { status: 500 })
    toggle()
    const alert = await card.findByRole('alert')
    expect(shownToasts()).toEqual(failures.load)
    answerComments([comment('c1')])
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await card.findByText('Words of c1')
    expect(card.queryByRole('alert')).toBeNull()
  })

  test('loads further comments of a long discussion', async () => {
    const { card, toggle } = await show()
    answerComments([comment('c1')], true)
    answer(`GET ${comments}?page=2`, { data: [comment('c2')], pagination: { page: 2, limit: 200, hasMore: false } })
    toggle()
    fireEvent.click(await card.findByRole('button', { name: 'Load More Comments' }))
    await card.findByText('Words of c2')
    expect(card.getByText('Words of c1')).toBeTruthy()
    expect(card.queryByRole('button', { name: 'Load More Comments' })).toBeNull()
  })

  test('shows a hint below a post without comments', async () => {
    const { card, toggle } = await show()
    answerComments([])
    toggle()
    await card.findByText('No comments yet. Start the conversation.')
  })

  test('shows and counts a sent comment without another request', async () => {
    const { card, toggle, write, send } = await show()
    toggle()
    await card.findByText('Words of c1')
    answer(`POST ${create}`, { data: comment('c2') })
    write('Me')
    send()
    await card.findByText('Words of c2')
    expect(card.getByRole('button', { name: 'Comment, 2 comments' })).toBeTruthy()
    await waitFor(() => expect(card.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe(''))
    expect(count(`GET ${comments}`)).toBe(1)
  })

  test('counts a sent comment once when its live event arrives before the reply', async () => {
    const { card, toggle, write, send } = await show()
    toggle()
    await card.findByText('Words of c1')
    const reply = Promise.withResolvers<Answer>()
    answers.set(`POST ${create}`, () => reply.promise)
    write('Me')
    send()
    answerComments([comment('c1'), comment('c2')])
    await hear('post.commented', { post_id: 'p', likes_count: 4, comments_count: 2 })
    await card.findByText('Words of c2')
    await act(async () => reply.resolve({ data: comment('c2') }))
    await waitFor(() => expect(card.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe(''))
    expect(card.getAllByText('Words of c2')).toHaveLength(1)
    expect(card.getByRole('button', { name: 'Comment, 2 comments' })).toBeTruthy()
  })

  test('counts a sent comment once when the comments are closed before its live event and its reply', async () => {
    const { card, toggle, write, send } = await show()
    toggle()
    await card.findByText('Words of c1')
    const reply = Promise.withResolvers<Answer>()
    answers.set(`POST ${create}`, () => reply.promise)
    write('Me')
    send()
    await waitFor(() => expect(count(`POST ${create}`)).toBe(1))
    toggle()
    answerComments([comment('c1'), comment('c2')])
    await hear('post.commented', { post_id: 'p', likes_count: 4, comments_count: 2 })
    await card.findByRole('button', { name: 'Comment, 2 comments' })
    await act(async () => reply.resolve({ data: comment('c2') }))
    await hear('post.liked', { post_id: 'p', likes_count: 5, comments_count: 2 }) // the reply has been handled by then
    await card.findByRole('button', { name: 'Like, 5 likes' })
    expect(card.getByRole('button', { name: 'Comment, 2 comments' })).toBeTruthy()
    toggle()
    await card.findByText('Words of c2')
  })

  test('keeps the text of a comment that was not sent, and retries it with the same key', async () => {
    const { card, toggle, write, send } = await show()
    toggle()
    await card.findByText('Words of c1')
    answer(`POST ${create}`, { status: 500 })
    write('Me')
    for (const attempts of [1, 2]) {
      send()
      await waitFor(() => expect(count(`POST ${create}`)).toBe(attempts))
      await waitFor(() => expect(card.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false))
    }
    expect(card.getByLabelText<HTMLTextAreaElement>('Write a comment').value).toBe('Me')
    const keys = sent.filter(({ address }) => address === `POST ${create}`).map(({ key }) => key)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
    expect(shownToasts()).toEqual([...failures.comment, ...failures.comment])
  })

  test('sends a comment with its note, which stays with the text until it is sent', async () => {
    const { card, toggle, write, send } = await show()
    toggle()
    await card.findByText('Words of c1')
    fireEvent.click(card.getByRole('button', { name: 'Add a note' }))
    fireEvent.change(card.getByLabelText('Note'), { target: { value: 'exams' } })
    write('Me')
    answer(`POST ${create}`, { status: 500 })
    send()
    await waitFor(() => expect(card.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false))
    toggle()
    toggle()
    expect((await card.findByLabelText<HTMLInputElement>('Note')).value).toBe('exams')
    answer(`POST ${create}`, { data: { ...comment('c2'), note: 'exams' } })
    send()
    await waitFor(() => expect(card.queryByLabelText('Note')).toBeNull())
    const bodies = sent.filter(({ address }) => address === `POST ${create}`).map(({ body }) => body)
    expect(bodies).toEqual([expect.objectContaining({ note: 'exams' }), expect.objectContaining({ note: 'exams' })])
    fireEvent.click(card.getByRole('button', { name: 'Add a note' }))
    expect(card.getByLabelText<HTMLInputElement>('Note').value).toBe('')
  })

  test('shows an earlier attempt too, and reloads neither the list of posts nor other discussions', async () => {
    const { card, toggle, write, send } = await show()
    toggle()
    await card.findByText('Words of c1')
    answer(`POST ${create}`, { status: 500 })
    write('First words')
    send()
    await waitFor(() => expect(card.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false))
    answer(`POST ${create}`, { data: comment('c3') })
    answerComments([comment('c1'), comment('c2'), comment('c3')])
    answer(`GET ${one}`, { data: { ...post, comment_count: 3, comments_count: 3 } })
    write('Better words')
    send()
    await card.findByText('Words of c2')
    await card.findByRole('button', { name: 'Comment, 3 comments' })
    expect(count(`GET ${list}`)).toBe(1)
  })

  test('removes a deleted comment and closes the question, although the comments cannot be reloaded', async () => {
    const { card, toggle } = await show()
    toggle()
    await card.findByText('Words of c1')
    answer(`GET ${comments}`, { status: 500 })
    answer(`DELETE ${removal}`, {})
    fireEvent.click(card.getByRole('button', { name: 'Options for Grace’s comment' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete comment' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete comment' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(card.queryByText('Words of c1')).toBeNull()
    expect(card.getByRole('button', { name: 'Comment, 0 comments' })).toBeTruthy()
  })

  test('loads comments again that others wrote while they were closed', async () => {
    const { card, toggle } = await show()
    toggle()
    await card.findByText('Words of c1')
    toggle()
    answerComments([comment('c1'), comment('c2')])
    await hear('post.commented', { post_id: 'p', likes_count: 4, comments_count: 2 })
    await card.findByRole('button', { name: 'Comment, 2 comments' })
    toggle()
    await card.findByText('Words of c2')
  })

  test('shows live likes and comments of an open post', async () => {
    const { card, toggle } = await show()
    toggle()
    await card.findByText('Words of c1')
    await hear('post.liked', { post_id: 'p', likes_count: 5, comments_count: 1 })
    await card.findByRole('button', { name: 'Like, 5 likes' })
    answerComments([comment('c1'), comment('c2')])
    await hear('post.commented', { post_id: 'p', likes_count: 5, comments_count: 2 })
    await card.findByText('Words of c2')
    await card.findByRole('button', { name: 'Comment, 2 comments' })
  })

  test('offers likes and replies for comments only where the scope has them', async () => {
    const { card, toggle } = await show()
    toggle()
    const item = within((await card.findByText('Words of c1')).closest('li') ?? document.body)
    expect(item.queryAllByRole('button', { name: /^(Like,|Reply)/ })).toHaveLength(scope === 'the feed' ? 2 : 0)
    fireEvent.click(item.getByRole('button', { name: 'Options for Grace’s comment' }))
    const names = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
    expect(names).toEqual(['Hide this', 'Mute Grace', 'Report comment', 'Delete comment'])
  })

  test('offers to copy, share and report a post, to block its author and to delete it', async () => {
    const { card } = await show()
    const openMenu = () => fireEvent.click(card.getByRole('button', { name: /^Options for Grace’s post, / }))
    openMenu()
    const entries = await screen.findAllByRole('menuitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Copy link',
      'Share',
      'Send in a message',
      'Hide this',
      'Mute Grace',
      'Block Grace',
      'Report post',
      'Delete post',
    ])
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy link' }))
    const link = scope === 'the feed' ? '/dashboard?post=p' : '/groups/g#p'
    expect(copied).toHaveBeenCalledWith(location.origin + link)
    openMenu()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Block Grace' }))
    await screen.findByRole('dialog', { name: 'Block Grace' })
  })

  test('likes a post whose text is tapped twice, and never reverts a like', async () => {
    const { card } = await show()
    answer(`POST ${one}/like`, { data: { likes_count: 5, is_liked: true } })
    const touchTwice = ({ moved = 0 } = {}) => {
      const text = card.getByText('Who rows?')
      for (const _ of [1, 2]) {
        fireEvent.pointerDown(text, { pointerType: 'touch', clientX: 20 })
        fireEvent.pointerUp(text, { pointerType: 'touch', clientX: 20 + moved })
      }
    }
    const tapTwice = () => touchTwice()
    touchTwice({ moved: 40 })
    expect(count(`POST ${one}/like`)).toBe(0)
    tapTwice()
    await card.findByRole('button', { name: 'Like, 5 likes', pressed: true })
    tapTwice()
    expect(count(`POST ${one}/like`)).toBe(1)
    expect(count(`DELETE ${one}/like`)).toBe(0)
  })

  test('offers starters for the first comment, which fill the field', async () => {
    const { card, toggle } = await show()
    answer(`GET ${one}`, {})
    answerComments([])
    await hear('post.commented', { post_id: 'p', likes_count: 4, comments_count: 0 })
    await card.findByRole('button', { name: 'Comment, 0 comments' })
    expect(card.getByText('Comment')).toBeTruthy()
    toggle()
    fireEvent.click(await card.findByRole('button', { name: 'Tell me more' }))
    const field = card.getByLabelText<HTMLTextAreaElement>('Write a comment')
    expect(field.value).toBe('Tell me more')
    expect(document.activeElement).toBe(field)
    expect(card.queryByRole('button', { name: 'Tell me more' })).toBeNull()
    expect(count(`POST ${create}`)).toBe(0)
  })

  if (scope === 'the feed')
    test.each([
      { days: 365, text: 'After 365 days no one can tell that you wrote this, including you.' },
      { days: null, text: undefined },
    ])('says below an own anonymous post when authorship of a comment ends: $days', async ({ days, text }) => {
      const { card, toggle } = await show({
        me: { unmaskable_days: days },
        item: { is_anonymous: true, is_author: true },
      })
      toggle()
      const signs = await card.findByLabelText('Comment as Ada')
      const findNote = () => card.queryByText(/^After/)?.textContent
      expect(findNote()).toBe(text)
      fireEvent.click(signs)
      expect(findNote(), 'under the name').toBeUndefined()
    })

  if (scope === 'the feed')
    test('folds the replies of a comment, and shows those that the viewer adds', async () => {
      const { card, toggle } = await show()
      answerComments([comment('c1'), { ...comment('c2'), parent_id: 'c1' }, { ...comment('c3'), parent_id: 'c2' }])
      toggle()
      const unfold = await card.findByRole('button', { name: 'View 2 replies' })
      expect(card.queryByText('Words of c2')).toBeNull()
      fireEvent.click(unfold)
      for (const id of ['c2', 'c3']) expect(card.getByText(`Words of ${id}`)).toBeTruthy()
    })

  if (scope === 'the feed')
    test('offers no replies of a comment that has none while the viewer replies to it', async () => {
      const { card, toggle } = await show()
      answerComments([comment('c1')])
      toggle()
      fireEvent.click(await card.findByRole('button', { name: 'Reply' }))
      expect(card.getByLabelText(/^Reply to/)).toBeTruthy()
      expect(card.queryByRole('button', { name: /^View/ })).toBeNull()
    })

  if (scope === 'the feed')
    test('reverts a failed like of a comment, and reloads the comments of its post', async () => {
      const { card, toggle } = await show()
      toggle()
      const item = within((await card.findByText('Words of c1')).closest('li') ?? document.body)
      answer('POST /api/comments/c1/like', { status: 500 })
      answerComments([{ ...comment('c1'), like_count: 9, likes_count: 9 }])
      fireEvent.click(item.getByRole('button', { name: 'Like, 4 likes' }))
      const like = await item.findByRole('button', { name: 'Like, 9 likes' })
      expect(like.getAttribute('aria-pressed')).toBe('false')
      expect(card.getByRole('button', { name: 'Comment, 1 comment' })).toBeTruthy()
      expect([count(`GET ${comments}`), count(`GET ${list}`)]).toEqual([2, 1])
      expect(shownToasts()).toEqual(failures.like)
    })
})
