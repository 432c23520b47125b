import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type SellerRef = { readonly seller_id: string }

/** The seller may delete a listing; all other users may contact the seller. */
export const isSeller = (viewer: Viewer, listing: SellerRef): boolean => listing.seller_id === viewer.id
