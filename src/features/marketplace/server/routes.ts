import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest, forbidden } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { isBlank } from '../../messages/contract.ts'
import { openListingConversation } from '../../messages/server/actions.ts'
import { postMessage } from '../../messages/server/post-message.ts'
import { defaultInterest, marketplace } from '../contract.ts'
import { createListing, deleteListing, toggleFavorite } from './actions.ts'
import { isSeller } from './policy.ts'
import { presentListing } from './present.ts'
import { type ListingRow, listFavorites, listingOr404, listListings, withMedia } from './queries.ts'

export function marketplaceRoutes(app: App) {
  serve(app, marketplace.list, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listListings(db, viewer, query)
    return { ...ok(await present(db, viewer, rows)), pagination }
  })

  serve(app, marketplace.favorites, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listFavorites(db, viewer, query)
    return { ...ok(await present(db, viewer, rows)), pagination }
  })

  serve(app, marketplace.create, async ({ db, viewer, body }) => {
    const id = await createListing(db, viewer, body)
    return ok(await presentOne(db, viewer, await listingOr404(db, viewer, id)))
  })

  serve(app, marketplace.show, async ({ db, viewer, params }) =>
    ok(await presentOne(db, viewer, await listingOr404(db, viewer, params.id))),
  )

  serve(app, marketplace.remove, async ({ db, viewer, params }) => {
    const listing = await listingOr404(db, viewer, params.id)
    if (!isSeller(viewer, listing)) throw forbidden('You can only delete your own listings.')
    await deleteListing(db, viewer.schoolId, listing.id)
    return okEmpty()
  })

  serve(app, marketplace.favorite, async ({ db, viewer, params }) => {
    const listing = await listingOr404(db, viewer, params.id)
    const toggled = await toggleFavorite(db, viewer, listing.id)
    const message = toggled.is_favorited ? 'Added to Favorites' : 'Removed from Favorites'
    return { success: true as const, ...toggled, message }
  })

  serve(app, marketplace.interest, async ({ db, viewer, params, body }) => {
    const listing = await listingOr404(db, viewer, params.id)
    if (isSeller(viewer, listing)) throw badRequest('This is your own listing.')
    const about = { id: listing.id, title: listing.title, sellerId: listing.seller_id }
    const conversation_id = await openListingConversation(db, viewer, about)
    const message = body.message && !isBlank(body.message) ? body.message : defaultInterest
    await postMessage(app.live, db, viewer, conversation_id, message)
    const link = `/messages/${conversation_id}`
    const notificationEvent = {
      schoolId: viewer.schoolId,
      kind: 'listing_interest',
      link,
      params: { title: listing.title },
      actorId: viewer.id,
    } as const
    await app.notifications.notify(db, notificationEvent, [listing.seller_id])
    return { success: true as const, conversation_id }
  })
}

const present = async (db: Db, viewer: Viewer, rows: readonly ListingRow[]) =>
  (await withMedia(db, viewer, rows)).map((listing) => presentListing(listing, viewer))

async function presentOne(db: Db, viewer: Viewer, row: ListingRow) {
  const [{ media } = { media: [] }] = await withMedia(db, viewer, [row])
  return presentListing({ row, media }, viewer)
}
