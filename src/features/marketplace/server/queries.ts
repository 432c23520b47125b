import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { excerpt, type SearchProvider, type SearchTerm, searchNewest } from '../../../shared/server/search.ts'
import { toMedia } from '../../media/server/queries.ts'
import { isListedFor, noBlockBetween } from '../../people/server/queries.ts'
import type { Category, Condition, ListingKind, ListingState, marketplace, Outcome, Sort } from '../contract.ts'
import { matchesFilters } from './filters.ts'

/** One index probe per row. */
const previousPrice = sql<string | null>`(select price from listing_prices
  where listing_prices.school_id = listings.school_id and listing_prices.listing_id = listings.id
  order by at desc offset 1 limit 1)`

export type Reservation = { until: number; buyer_id: string | null; buyer_name: string | null }

/** The active reservation. Evaluated only for reserved listings. */
const reservation = sql<Reservation | null>`case when listings.state = 'reserved' then (
  select json_build_object('until', ${epoch('active.until')}, 'buyer_id', buyer.id, 'buyer_name', buyer.name)
  from listing_reservations as active
  left join users as buyer on buyer.school_id = active.school_id and buyer.id = active.buyer_id and buyer.deleted_at is null
  where active.school_id = listings.school_id and active.listing_id = listings.id and active.ended_at is null) end`

type Sale = { buyer_id: string | null; outcome: Outcome | null }

/** The sale with the viewer's own answer to how it went. Evaluated only for sold listings. */
const sale = (viewer: ViewerParams) => sql<Sale | null>`case when listings.state = 'sold' then (
  select json_build_object('buyer_id', sale.buyer_id, 'outcome', answer.outcome) from listing_sales as sale
  left join listing_outcomes as answer on answer.school_id = sale.school_id and answer.listing_id = sale.listing_id
    and answer.user_id = ${viewer.id}
  where sale.school_id = listings.school_id and sale.listing_id = listings.id) end`

/** The partial indexes have this condition. */
const isListed = sql<boolean>`listings.state in ('available', 'reserved')`

/**
 * The listings whose seller the viewer may see, in any state: for calls that refuse with the state, and for reports of
 * what was withdrawn. Every read starts here, so none can omit the school.
 */
const knownListings = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('listings')
    .innerJoin('users as seller', (join) =>
      join.onRef('seller.school_id', '=', 'listings.school_id').onRef('seller.id', '=', 'listings.seller_id'),
    )
    .leftJoin('listing_favorites as mine', (join) =>
      join
        .onRef('mine.school_id', '=', 'listings.school_id')
        .onRef('mine.listing_id', '=', 'listings.id')
        .on('mine.user_id', '=', viewer.id),
    )
    .where('listings.school_id', '=', viewer.schoolId)
    .where('seller.deleted_at', 'is', null)
    .where('listings.withheld_at', 'is', null)
    .where(noBlockBetween(viewer, 'listings.seller_id'))
    .select([
      'listings.id',
      'listings.title',
      'listings.description',
      'listings.price',
      previousPrice.as('previous_price'),
      'listings.category',
      'listings.condition',
      'listings.kind',
      'listings.isbn',
      'listings.course',
      'listings.images',
      'listings.seller_id',
      'seller.name as seller_name',
      'seller.avatar_url as seller_avatar',
      'listings.favorites_count',
      'listings.version',
      'listings.state',
      reservation.as('reservation'),
      sale(viewer).as('sale'),
      epochOrNull('listings.expires_at').as('expires_at'),
      epoch('listings.created_at').as('created_at'),
      sql<boolean>`mine.user_id is not null`.as('is_favorited'),
    ])
    .$narrowType<{ category: Category; condition: Condition; kind: ListingKind; state: ListingState }>()
export type ListingRow = Awaited<ReturnType<ReturnType<typeof knownListings>['execute']>>[number]

/** The listings that this viewer may see: withdrawn and expired ones only if they are their own. */
const visibleListings = (db: Db, viewer: ViewerParams) =>
  knownListings(db, viewer).where(
    sql<boolean>`(listings.state in ('available', 'reserved', 'sold') or listings.seller_id = ${viewer.id})`,
  )

const oneListing = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  visibleListings(db, { id: viewer, schoolId: school }).where('listings.id', '=', id),
)

/**
 * Returns a listing that this viewer may see. Throws 404 when it belongs to another school, is hidden or does not
 * exist.
 */
export async function listingOr404(db: Db, viewer: Viewer, id: string): Promise<ListingRow> {
  const [listing] = await oneListing(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!listing) throw notFound('Listing not found')
  return listing
}

type ManySlots = SqlParams<{ viewer: string; school: string; ids: readonly string[] }>

const manyListings = prepared((db, { viewer, school, ids }: ManySlots) =>
  visibleListings(db, { id: viewer, schoolId: school }).where(sql<boolean>`listings.id = any (${ids}::uuid[])`),
)

/** Returns those of the listings that this viewer may see. */
export const listListingsById = (db: Db, viewer: Viewer, ids: readonly string[]): Promise<ListingRow[]> =>
  manyListings(db, { viewer: viewer.id, school: viewer.schoolId, ids })

const oneKnownListing = prepared(
  (db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
    knownListings(db, { id: viewer, schoolId: school }).where('listings.id', '=', id),
)

/** The same in any state: for a call that says why it refuses, and for a report. */
export async function knownListingOr404(db: Db, viewer: Viewer, id: string): Promise<ListingRow> {
  const [listing] = await oneKnownListing(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!listing) throw notFound('Listing not found')
  return listing
}

/** Lists the prices of a listing, latest first. */
export async function listPrices(db: Db, viewer: Viewer, listing: ListingRow) {
  const changes = await db
    .selectFrom('listing_prices')
    .where('school_id', '=', viewer.schoolId)
    .where('listing_id', '=', listing.id)
    .orderBy('listing_prices.at', 'desc') // qualified: the selected seconds have the same name
    .select(['price', epoch('at').as('at')])
    .execute()
  return changes.length > 0 ? changes : [{ price: listing.price, at: listing.created_at }]
}

/** Adds the images to each listing. */
export async function withMedia(db: Db, viewer: Viewer, rows: readonly ListingRow[]) {
  const ids = rows.filter(({ images }) => images.length > 0).map(({ id }) => id)
  const media = await toMedia(db, viewer.schoolId, 'listing', ids)
  return rows.map((row) => ({ row, media: media.get(row.id) ?? [] }))
}

/** SQL condition of lists, which have no listing of a muted seller. */
const isWanted = (viewer: ViewerParams) =>
  isListedFor(viewer, { kind: 'listing', id: 'listings.id', author: 'listings.seller_id' })

/** The listings that lists have by default. */
export const listedListings = (db: Db, viewer: ViewerParams) =>
  visibleListings(db, viewer).where(isListed).where(isWanted(viewer))

const newest = prepared((db, slots: SqlParams<{ viewer: string; school: string; rows: number; skip: number }>) =>
  listedListings(db, { id: slots.viewer, schoolId: slots.school })
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(slots.rows)
    .offset(slots.skip),
)

const orders: Readonly<
  Record<Sort, readonly (readonly ['created_at' | 'price' | 'favorites_count', 'asc' | 'desc'])[]>
> = {
  newest: [['created_at', 'desc']],
  oldest: [['created_at', 'asc']],
  'price-low': [['price', 'asc']],
  'price-high': [['price', 'desc']],
  popular: [
    ['favorites_count', 'desc'],
    ['created_at', 'desc'],
  ],
}

/** Returns one page of the school's listings that match the query. */
export async function listListings(db: Db, viewer: Viewer, asked: z.output<typeof marketplace.list.query>) {
  const { sort, category, condition, kind, isbn, search, price_min, price_max, page, limit } = asked
  const filters = { category, condition, kind, isbn, search, price_min, price_max }
  const onlyFavorites = ['true', '1'].includes(asked.favorites_only)
  const onlyMine = ['true', '1'].includes(asked.mine)
  const window = { page, limit }
  const isWhole = Object.values(filters).every((value) => !value)
  if (isWhole && asked.state.length === 0 && !onlyFavorites && !onlyMine && sort === 'newest') {
    const at = { rows: limit + 1, skip: toOffset({ page, limit }) }
    return toPage(await newest(db, { viewer: viewer.id, school: viewer.schoolId, ...at }), window)
  }
  const select = (from: Db) =>
    visibleListings(from, viewer)
      .where(isWanted(viewer))
      .where(asked.state.length > 0 ? sql<boolean>`listings.state = any(${asked.state}::text[])` : isListed)
      .$if(onlyMine, (query) => query.where('listings.seller_id', '=', viewer.id))
      .$if(!isWhole, (query) => query.where(matchesFilters(filters)))
      .$if(onlyFavorites, (query) => query.where('mine.user_id', 'is not', null))
  const find = (from: Db) => {
    let query = select(from)
    for (const [column, direction] of orders[sort]) query = query.orderBy(`listings.${column}`, direction)
    const last = orders[sort].at(-1)?.[1] ?? 'desc'
    return query
      .orderBy('listings.id', last)
      .limit(limit + 1)
      .offset(toOffset({ page, limit }))
      .execute()
  }
  return toPage(
    await findRows(db, find, (primary, rows) => select(primary).where(isAmong('listings.id', rows))),
    window,
  )
}

/** Returns one page of the viewer's favorites, latest first. */
export async function listFavorites(db: Db, viewer: Viewer, window: PageRequest) {
  const rows = await listedListings(db, viewer)
    .where('mine.user_id', 'is not', null)
    .orderBy('mine.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(window.limit + 1)
    .offset((window.page - 1) * window.limit)
    .execute()
  return toPage(rows, window)
}

/** Searches listings, latest first. */
export const findListings = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider => {
  const found = listedListings(db, viewer)
    .clearSelect()
    .select([
      'listings.id',
      'listings.title',
      excerpt('listings.description', term).as('text'),
      epoch('listings.created_at').as('at'),
      sql<string | null>`null`.as('image_url'),
      sql<string>`'/marketplace?listing=' || listings.id`.as('link'),
    ])
  return searchNewest(db, found, { table: 'listings', column: 'words', school: viewer.schoolId, term })
}
