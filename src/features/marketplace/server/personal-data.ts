import { sql } from 'kysely'
import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** Personal data in these tables. */
export const marketplacePersonalData: readonly PersonalData[] = [
  {
    table: 'listings',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listings')
        .where('school_id', '=', schoolId)
        .where('seller_id', '=', id)
        .select([
          'id',
          'title',
          'description',
          'price',
          'category',
          'condition',
          'kind',
          'isbn',
          'course',
          'images',
          'created_at',
          'state',
          'ended_at',
          'expires_at',
        ])
        .execute(),
  },
  {
    table: 'meetings',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('meetings')
        .innerJoin('participants', (join) =>
          join
            .onRef('participants.school_id', '=', 'meetings.school_id')
            .onRef('participants.conversation_id', '=', 'meetings.conversation_id')
            .on('participants.user_id', '=', id),
        )
        .where('meetings.school_id', '=', schoolId)
        .select(['meetings.conversation_id', 'listing_id', 'place', 'at', 'meetings.state', 'meetings.created_at'])
        .select(sql<boolean>`proposed_by = ${id}`.as('proposed_by_me'))
        .execute(),
  },
  {
    table: 'listing_prices',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listing_prices')
        .innerJoin('listings', (join) =>
          join
            .onRef('listings.school_id', '=', 'listing_prices.school_id')
            .onRef('listings.id', '=', 'listing_prices.listing_id'),
        )
        .where('listings.school_id', '=', schoolId)
        .where('listings.seller_id', '=', id)
        .orderBy('listing_prices.at')
        .select(['listing_prices.listing_id', 'listing_prices.price', 'listing_prices.at'])
        .execute(),
  },
  {
    table: 'listing_reservations',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listing_reservations')
        .where('school_id', '=', schoolId)
        .where((row) => row.or([row('seller_id', '=', id), row('buyer_id', '=', id)]))
        .select(['listing_id', 'created_at', 'until', 'ended_at', 'is_sold'])
        .select(sql<boolean>`seller_id = ${id}`.as('by_me'))
        .execute(),
  },
  {
    table: 'listing_sales',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listing_sales')
        .where('school_id', '=', schoolId)
        .where((row) => row.or([row('seller_id', '=', id), row('buyer_id', '=', id)]))
        .select(['listing_id', 'sold_at'])
        .select(sql<boolean>`seller_id = ${id}`.as('by_me'))
        .execute(),
  },
  {
    table: 'listing_dates',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listing_dates')
        .where('school_id', '=', schoolId)
        .where('seller_id', '=', id)
        .select(['first_at'])
        .execute(),
  },
  {
    table: 'listing_outcomes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listing_outcomes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['listing_id', 'outcome', 'answered_at'])
        .execute(),
  },
  {
    table: 'listing_searches',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listing_searches')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .orderBy('created_at')
        .select(['name', 'filters', 'alert', 'created_at', 'last_at'])
        .execute(),
  },
  {
    table: 'listing_favorites',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('listing_favorites')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['listing_id', 'created_at'])
        .execute(),
  },
]
