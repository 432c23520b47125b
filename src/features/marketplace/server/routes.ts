import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest, forbidden } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { isBlank } from '../../messages/blank.ts'
import { openListingConversation } from '../../messages/server/actions.ts'
import { postMessage } from '../../messages/server/post-message.ts'
import { listListingBuyers } from '../../messages/server/queries.ts'
import { defaultInterest, marketplace } from '../contract.ts'
import { createListing, deleteListing, toggleFavorite } from './actions.ts'
import { updateListing } from './edit-actions.ts'
import { answerOutcome, findSellerFacts } from './outcomes.ts'
import { isSeller } from './policy.ts'
import { presentListing } from './present.ts'
import { reportProhibited } from './prohibited.ts'
import {
  knownListingOr404,
  type ListingRow,
  listFavorites,
  listingOr404,
  listListings,
  listPrices,
  withMedia,
} from './queries.ts'
import { changeState, lockForContact, renewListing } from './state-actions.ts'

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
    await reportProhibited(app, db, viewer.schoolId, id)
    return ok(await presentOne(db, viewer, await listingOr404(db, viewer, id)))
  })

  serve(app, marketplace.show, async ({ db, viewer, params }) =>
    ok(await presentOne(db, viewer, await listingOr404(db, viewer, params.id))),
  )

  serve(app, marketplace.update, async ({ db, viewer, params, body }) => {
    const listing = await ownListingOr404(db, viewer, params.id, 'Only the seller can edit a listing.')
    await updateListing(app, db, viewer, listing.id, body)
    await reportProhibited(app, db, viewer.schoolId, listing.id)
    return ok(await presentOne(db, viewer, await listingOr404(db, viewer, listing.id)))
  })

  serve(app, marketplace.prices, async ({ db, viewer, params }) => {
    const prices = await listPrices(db, viewer, await listingOr404(db, viewer, params.id))
    return ok(prices.map(({ price, at }) => ({ price: Number(price), at })))
  })

  serve(app, marketplace.changeState, async ({ db, viewer, params, body }) => {
    const { id } = await ownListingOr404(db, viewer, params.id, 'Only the seller can change the state of a listing.')
    await changeState(app, db, viewer, id, body)
    return ok(await presentOne(db, viewer, await listingOr404(db, viewer, id)))
  })

  serve(app, marketplace.renew, async ({ db, viewer, params }) => {
    const { id } = await ownListingOr404(db, viewer, params.id, 'Only the seller can renew a listing.')
    await renewListing(app, db, viewer, id)
    return ok(await presentOne(db, viewer, await listingOr404(db, viewer, id)))
  })

  serve(app, marketplace.outcome, async ({ db, viewer, params, body }) => {
    await answerOutcome(db, viewer, await listingOr404(db, viewer, params.id), body.outcome)
    return ok(await presentOne(db, viewer, await listingOr404(db, viewer, params.id)))
  })

  serve(app, marketplace.buyers, async ({ db, viewer, params }) => {
    const { id } = await ownListingOr404(db, viewer, params.id, 'Only the seller can see who asked about a listing.')
    return ok(await listListingBuyers(db, viewer, id))
  })

  serve(app, marketplace.remove, async ({ db, viewer, params }) => {
    const listing = await ownListingOr404(db, viewer, params.id, 'You can only delete your own listings.')
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
    const listing = await knownListingOr404(db, viewer, params.id)
    if (isSeller(viewer, listing)) throw badRequest('This is your own listing.')
    await lockForContact(db, viewer.schoolId, listing.id)
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

/** A listing of the viewer. Throws 403 with this text for a listing of another user that they may see. */
async function ownListingOr404(db: Db, viewer: Viewer, id: string, refusal: string): Promise<ListingRow> {
  const listing = await listingOr404(db, viewer, id)
  if (!isSeller(viewer, listing)) throw forbidden(refusal)
  return listing
}

const present = async (db: Db, viewer: Viewer, rows: readonly ListingRow[]) =>
  (await withMedia(db, viewer, rows)).map((listing) => presentListing(listing, viewer))

async function presentOne(db: Db, viewer: Viewer, row: ListingRow) {
  const [{ media } = { media: [] }] = await withMedia(db, viewer, [row])
  return { ...presentListing({ row, media }, viewer), seller_facts: await findSellerFacts(db, viewer, row.seller_id) }
}
