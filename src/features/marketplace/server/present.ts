import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Media } from '../../media/contract.ts'
import type { Listing } from '../contract.ts'
import { isSeller } from './policy.ts'
import type { ListingRow } from './queries.ts'

export function presentListing({ row, media }: { row: ListingRow; media: Media[] }, viewer: Viewer): Listing {
  const { seller_id, seller_name: name, seller_avatar: avatar } = row
  const mine = isSeller(viewer, row)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    price: Number(row.price), // at most nine digits: exact as a number
    category: row.category,
    condition: row.condition,
    images: row.images,
    media,
    seller: { id: seller_id, name, avatar_url: avatar, avatar },
    seller_id,
    created_at: row.created_at,
    favorites_count: row.favorites_count,
    is_favorited: row.is_favorited,
    can: { delete: mine, contact: !mine, report: !mine },
  }
}
