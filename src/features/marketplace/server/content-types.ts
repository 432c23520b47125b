import { sql } from 'kysely'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { authorExists, withholdsRows } from '../../moderation/server/withholding.ts'
import { hasVisibleOwner } from '../../people/server/media-rules.ts'
import { marketplace } from '../contract.ts'
import { deleteListing } from './actions.ts'
import { listingLink } from './notifications.ts'
import { knownListingOr404 } from './queries.ts'

/** Content types of this feature. */
export const marketplaceContentTypes: readonly ContentType[] = [
  {
    kind: 'listing',
    label: 'listing',
    findVisible: knownListingOr404,
    repeatedReport: 'You have already reported this',
    async snapshot(db, schoolId, id) {
      const listing = await db
        .selectFrom('listings')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['title', 'description', 'price', 'images', 'seller_id'])
        .executeTakeFirst()
      return (
        listing && {
          title: listing.title,
          text: `${listing.description}\n${listing.price}`,
          images: listing.images,
          authorId: listing.seller_id,
          seal: null,
        }
      )
    },
    remove: deleteListing,
    ...withholdsRows('listings', {
      uploads: 'listing',
      parents: [authorExists('seller_id')],
      notices: (_schoolId, id) => sql`select ${listingLink(id)}::text`,
    }),
    report: {
      route: marketplace.report,
      find: async (db, viewer, { id = '' }) => (await knownListingOr404(db, viewer, id)).id,
      thanks: 'Report submitted successfully',
    },
    canRead: { listing: hasVisibleOwner },
    listed: {
      type: 'marketplace_listing',
      table: 'listings',
      title: 'title',
      text: 'description',
      images: 'images',
      authorId: 'seller_id',
      likes: 'favorites_count',
    },
  },
]
