/** A page of a list by its number, from 1. */
export type PageRequest = { readonly page: number; readonly limit: number }

/** The rows before a page. */
export const toOffset = ({ page, limit }: PageRequest): number => (page - 1) * limit

/** A page of rows that were read with one row more than its limit, which tells whether there is a next page. */
export const toPage = <Row>(rows: readonly Row[], { page, limit }: PageRequest) => ({
  rows: rows.slice(0, limit),
  pagination: { page, limit, hasMore: rows.length > limit },
})
