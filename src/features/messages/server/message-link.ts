/** The page of a message. Names it, so that each message has a notification of its own. */
export const toMessageLink = ({ conversation_id, id }: { readonly conversation_id: string; readonly id: string }) =>
  `/messages/${conversation_id}?message=${id}`
