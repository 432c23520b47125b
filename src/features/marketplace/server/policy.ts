import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type Sold = { readonly seller_id: string }

/** The seller may delete a listing; all other users may contact the seller. */
export const isSeller = (viewer: Viewer, listing: Sold): boolean => listing.seller_id === viewer.id
