import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Media } from '../../media/contract.ts'
import type { Listing } from '../contract.ts'
import { isSeller, permissionsFor } from './policy.ts'
import type { ListingRow, Reservation } from './queries.ts'

export function presentListing({ row, media }: { row: ListingRow; media: Media[] }, viewer: Viewer): Listing {
  const { seller_id, seller_name: name, seller_avatar: avatar } = row
  const { reservation } = row
  const isConcerned = isSeller(viewer, row) || reservation?.buyer_id === viewer.id
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    price: Number(row.price), // at most nine digits: exact as a number
    previous_price: row.previous_price === null ? null : Number(row.previous_price),
    category: row.category,
    condition: row.condition,
    kind: row.kind,
    isbn: row.isbn,
    course: row.course,
    images: row.images,
    media,
    seller: { id: seller_id, name, avatar_url: avatar, avatar },
    seller_id,
    created_at: row.created_at,
    favorites_count: row.favorites_count,
    is_favorited: row.is_favorited,
    version: row.version,
    state: row.state,
    reserved_until: reservation?.until ?? null,
    reserved_for: toBuyer(isConcerned ? reservation : null),
    expires_at: row.expires_at,
    outcome: row.sale?.outcome ?? null,
    can: permissionsFor(viewer, row),
  }
}

const toBuyer = (reservation: Reservation | null) =>
  reservation?.buyer_id && reservation.buyer_name ? { id: reservation.buyer_id, name: reservation.buyer_name } : null
