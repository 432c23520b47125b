import type { ShareKind } from '../share-kinds.ts'
import type { Viewer } from './auth/viewer.ts'
import type { Db } from './db/pools.ts'

/** What a card shows of a shared item. */
export type SharedItem = {
  readonly title: string
  readonly text: string | null
  readonly image_url: string | null
  /** When it begins, in seconds since 1970. */
  readonly starts_at: number | null
  readonly link: string
}

/** How a feature shows its items in conversations. */
export type ShareSource = {
  readonly kind: ShareKind
  /** Reads items as the viewer sees them now, by their ids, in one statement. Those that are foreign, hidden or deleted are missing. */
  load(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ReadonlyMap<string, SharedItem>>
}

/** The items of rows that were found. */
export const toSharedItems = <R extends { readonly id: string }>(
  rows: readonly R[],
  toItem: (row: R) => SharedItem,
): ReadonlyMap<string, SharedItem> => new Map(rows.map((row) => [row.id, toItem(row)]))

/** The first of these URLs that is a picture. */
export const findPicture = (urls: readonly string[]): string | null =>
  urls.find((url) => !/\.(mp4|mov)$/.test(url)) ?? null
