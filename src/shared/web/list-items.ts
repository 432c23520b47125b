/** The items of a list's pages, without duplicates: an item moves to the next page when newer ones are added. */
export function listItems<Item extends { readonly id: string }>(
  pages: readonly { readonly data: readonly Item[] }[] | undefined,
): Item[] {
  const items = pages?.flatMap(({ data }) => data) ?? []
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
