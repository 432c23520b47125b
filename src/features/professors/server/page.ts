export type PageRequest = { readonly limit: number; readonly offset: number }

export const toPage = <R>(rows: readonly R[], total: number, { offset }: PageRequest) => ({
  rows,
  page: { total, has_more: offset + rows.length < total },
})
