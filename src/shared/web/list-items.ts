/** The items of a list's pages, each once: an item moves to the next page while newer ones come. */
export function listItems<Item extends { readonly id: string }>(
  pages: readonly { readonly data: readonly Item[] }[] | undefined,
): Item[] {
  const items = pages?.flatMap(({ data }) => data) ?? []
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
