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
  /** Reads the item as the viewer sees it now. Throws 404 when it is foreign, hidden or deleted. */
  load(db: Db, viewer: Viewer, id: string): Promise<SharedItem>
}

/** The first of these URLs that is a picture. */
export const findPicture = (urls: readonly string[]): string | null =>
  urls.find((url) => !/\.(mp4|mov)$/.test(url)) ?? null
