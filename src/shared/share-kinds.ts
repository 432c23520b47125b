/** What can be shared in a conversation. Values of a column: never rename one. */
export const shareKinds = ['post', 'group_post', 'event', 'listing', 'question', 'professor'] as const
export type ShareKind = (typeof shareKinds)[number]

/** The page that opens the picker of conversations for an item. */
export const shareAddress = (kind: ShareKind, id: string) => `/messages?share=${kind}.${id}`
