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
        .select(['id', 'title', 'description', 'price', 'category', 'condition', 'images', 'created_at'])
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
