import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listItems, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCounts } from './cache.ts'
import type { CardComment, Discussion } from './discussion.ts'

type Pages<Item> = InfiniteData<{ readonly data: readonly Item[] }>
type CommentPages = Pages<CardComment>

const changePages = <Item>(
  list: Pages<Item>,
  change: (items: readonly Item[], isLast: boolean) => readonly Item[],
): Pages<Item> => ({
  ...list,
  pages: list.pages.map((page, index) => ({ ...page, data: change(page.data, index === list.pages.length - 1) })),
})

/** The comments of a post in pages, oldest first. */
export function useComments({ commentsKey, listComments }: Discussion) {
  const { items, ...list } = usePages({ queryKey: commentsKey, load: listComments })
  return { ...list, comments: items }
}

/** Changes the cached comments, and counts those that were added or removed by it. */
function changeComments(
  client: QueryClient,
  discussion: Discussion,
  change: (comments: readonly CardComment[], isLast: boolean) => readonly CardComment[],
): void {
  const before = client.getQueryData<CommentPages>(discussion.commentsKey) // more may have arrived since the render
  if (!before) return
  const after = changePages(before, change)
  client.setQueryData(discussion.commentsKey, after)
  const added = listItems(after).length - listItems(before).length
  patchCounts(client, discussion, ({ comment_count }) => ({ comment_count: comment_count + added }))
}

/** Adds a comment, unless the event stream has delivered it first. */
export const addComment = (client: QueryClient, discussion: Discussion, comment: CardComment): void =>
  changeComments(client, discussion, (page, isLast) => [
    ...page.filter(({ id }) => id !== comment.id),
    ...(isLast ? [comment] : []),
  ])

export const patchComment = (client: QueryClient, discussion: Discussion, id: string, fields: Partial<CardComment>) =>
  changeComments(client, discussion, (page) =>
    page.map((comment) => (comment.id === id ? { ...comment, ...fields } : comment)),
  )

/** Removes a comment and all replies below it, like the server deletes them. */
export function removeComment(client: QueryClient, discussion: Discussion, id: string): void {
  const gone = new Set([id])
  for (const { id, parent_id } of listItems(client.getQueryData<CommentPages>(discussion.commentsKey)))
    if (parent_id && gone.has(parent_id)) gone.add(id)
  changeComments(client, discussion, (page) => page.filter((comment) => !gone.has(comment.id)))
}
