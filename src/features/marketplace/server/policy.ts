import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type Sold = { readonly seller_id: string }

/** Whoever sells a thing takes it off the market; everybody else may ask for it. */
export const isSeller = (viewer: Viewer, listing: Sold): boolean => listing.seller_id === viewer.id
