import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { ListingState } from '../contract.ts'

type SellerRef = { readonly seller_id: string }
type SaleRef = { readonly buyer_id: string | null; readonly outcome: unknown }
type StateRef = SellerRef & {
  readonly state: ListingState
  readonly expires_at: number | null
  readonly sale: SaleRef | null
}

/** The seller may edit and delete a listing; all other users may contact the seller. */
export const isSeller = (viewer: Viewer, listing: SellerRef): boolean => listing.seller_id === viewer.id

const isListed = (state: ListingState) => state === 'available' || state === 'reserved'

/** What the viewer may do with a listing. The price of a sold one stays as the buyer paid it. */
export function permissionsFor(viewer: Viewer, listing: StateRef) {
  const { state, sale } = listing
  const isMine = isSeller(viewer, listing)
  return {
    edit: isMine && state !== 'sold',
    delete: isMine,
    contact: !isMine && isListed(state),
    report: !isMine,
    reserve: isMine && state === 'available',
    release: isMine && state === 'reserved',
    sell: isMine && isListed(state),
    withdraw: isMine && isListed(state),
    answer: sale !== null && sale.outcome === null && (isMine || sale.buyer_id === viewer.id),
    renew: isMine && (state === 'withdrawn' || state === 'expired' || (isListed(state) && listing.expires_at !== null)),
  }
}
