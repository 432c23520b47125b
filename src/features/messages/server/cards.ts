import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ShareSource } from '../../../shared/server/share-source.ts'
import { type Card, cards, type ShareReference } from '../share-contract.ts'

/** Characters of a text that a card shows. */
const maxTextLength = 200

/** Reads a shared item as the viewer sees it now. Throws the same 404 for each item that they do not see. */
export async function cardOr404(
  sources: readonly ShareSource[],
  db: Db,
  viewer: Viewer,
  { kind, id }: ShareReference,
): Promise<Card> {
  const source = sources.find((candidate) => candidate.kind === kind)
  const item = await source?.load(db, viewer, id).catch((error: { status?: number }) => {
    if (error.status !== 404 && error.status !== 403) throw error
  })
  if (!item) throw notFound('Not available to you')
  const text = item.text?.replace(/\s+/g, ' ').trim().slice(0, maxTextLength) || null
  return { kind, id, ...item, text }
}

export function cardRoutes(app: App, sources: readonly ShareSource[]) {
  serve(app, cards.show, async ({ db, viewer, params }) => ok(await cardOr404(sources, db, viewer, params)))
}
