import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ShareSource } from '../../../shared/server/share-source.ts'
import { type Card, cards, type ShareReference } from '../share-contract.ts'

/** Characters of a text that a card shows. */
const maxTextLength = 200

/** Reads shared items as the viewer sees them now: one statement per kind. Those that they do not see are missing. */
async function listCards(
  sources: readonly ShareSource[],
  db: Db,
  viewer: Viewer,
  shares: readonly ShareReference[],
): Promise<Card[]> {
  const found = await Promise.all(
    sources.map(async ({ kind, load }) => {
      const ids = [...new Set(shares.filter((share) => share.kind === kind).map(({ id }) => id))]
      const items = ids.length > 0 ? await load(db, viewer, ids) : new Map<string, never>()
      return [...items].map(([id, item]) => {
        const text = item.text?.replace(/\s+/g, ' ').trim().slice(0, maxTextLength) || null
        return { kind, id, ...item, text }
      })
    }),
  )
  return found.flat()
}

/** Reads a shared item. Throws the same 404 for each item that the viewer does not see. */
export async function cardOr404(
  sources: readonly ShareSource[],
  db: Db,
  viewer: Viewer,
  share: ShareReference,
): Promise<Card> {
  const [card] = await listCards(sources, db, viewer, [share])
  if (!card) throw notFound('Not available to you')
  return card
}

export function cardRoutes(app: App, sources: readonly ShareSource[]) {
  serve(app, cards.list, async ({ db, viewer, query }) => ok(await listCards(sources, db, viewer, query.items)))
  serve(app, cards.show, async ({ db, viewer, params }) => ok(await cardOr404(sources, db, viewer, params)))
}
