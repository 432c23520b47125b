import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { epoch, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { excerpt, matchesTerm, maxHits, type SearchProvider, type SearchTerm } from '../../../shared/server/search.ts'
import { toMedia } from '../../media/server/queries.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import type { Category, Condition, marketplace, Sort } from '../contract.ts'

/** The listings that this viewer may see. Every read starts here, so none can omit the school. */
const visibleListings = (db: Db, viewer: ViewerParams) =>
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
      'listings.category',
      'listings.condition',
      'listings.images',
      'listings.seller_id',
      'seller.name as seller_name',
      'seller.avatar_url as seller_avatar',
      'listings.favorites_count',
      epoch('listings.created_at').as('created_at'),
      sql<boolean>`mine.user_id is not null`.as('is_favorited'),
    ])
    .$narrowType<{ category: Category; condition: Condition }>()
export type ListingRow = Awaited<ReturnType<ReturnType<typeof visibleListings>['execute']>>[number]

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

/** Adds the images to each listing. */
export async function withMedia(db: Db, viewer: Viewer, rows: readonly ListingRow[]) {
  const ids = rows.filter(({ images }) => images.length > 0).map(({ id }) => id)
  const media = await toMedia(db, viewer.schoolId, 'listing', ids)
  return rows.map((row) => ({ row, media: media.get(row.id) ?? [] }))
}

const newest = prepared((db, slots: SqlParams<{ viewer: string; school: string; rows: number; skip: number }>) =>
  visibleListings(db, { id: slots.viewer, schoolId: slots.school })
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
  const { category, condition, sort, search, price_min, price_max, page, limit } = asked
  const onlyFavorites = ['true', '1'].includes(asked.favorites_only)
  const window = { page, limit }
  const isWhole = [category, condition, search || undefined, price_min, price_max].every((part) => part === undefined)
  if (isWhole && !onlyFavorites && sort === 'newest') {
    const at = { rows: limit + 1, skip: toOffset({ page, limit }) }
    return toPage(await newest(db, { viewer: viewer.id, school: viewer.schoolId, ...at }), window)
  }
  let query = visibleListings(db, viewer)
  if (category) query = query.where('listings.category', '=', category)
  if (condition) query = query.where('listings.condition', '=', condition)
  if (price_min) query = query.where(sql<boolean>`listings.price >= ${price_min}::numeric`)
  if (price_max) query = query.where(sql<boolean>`listings.price <= ${price_max}::numeric`)
  if (search) query = query.where('listings.words', 'ilike', likePattern(search))
  if (onlyFavorites) query = query.where('mine.user_id', 'is not', null)
  for (const [column, direction] of orders[sort]) query = query.orderBy(`listings.${column}`, direction)
  const last = orders[sort].at(-1)?.[1] ?? 'desc'
  const rows = await query
    .orderBy('listings.id', last)
    .limit(limit + 1)
    .offset(toOffset({ page, limit }))
    .execute()
  return toPage(rows, window)
}

/** Returns one page of the viewer's favorites, latest first. */
export async function listFavorites(db: Db, viewer: Viewer, window: PageRequest) {
  const rows = await visibleListings(db, viewer)
    .where('mine.user_id', 'is not', null)
    .orderBy('mine.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(window.limit + 1)
    .offset((window.page - 1) * window.limit)
    .execute()
  return toPage(rows, window)
}

/** Searches listings, latest first. */
export const findListings = (db: Db, viewer: Viewer, term: SearchTerm): SearchProvider =>
  visibleListings(db, viewer)
    .clearSelect()
    .where(matchesTerm('listings.words', term))
    .orderBy('listings.created_at', 'desc')
    .limit(maxHits)
    .select([
      'listings.id',
      'listings.title',
      excerpt('listings.description', term).as('text'),
      epoch('listings.created_at').as('at'),
      sql<string | null>`null`.as('image_url'),
      sql<string>`'/marketplace?listing=' || listings.id`.as('link'),
    ])
