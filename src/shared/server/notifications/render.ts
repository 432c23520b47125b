import type { NotificationKind, NotificationMessages } from '../../notification-kinds.ts'

const maxTextLength = 500

/** A stored notification: `params` is null if a server before the params stored it, with the text in `sentence`. */
type StoredText = { readonly kind: string; readonly params?: unknown; readonly sentence?: string | null }
export type RenderText = (stored: StoredText) => string

/** Function that renders the texts of stored notifications. */
export const createRenderText =
  (messages: NotificationMessages): RenderText =>
  ({ kind, params, sentence }) => {
    if (!params || !Object.hasOwn(messages, kind)) return sentence ?? ''
    const message = messages[kind as NotificationKind] as (stored: unknown) => string // stored with this kind
    const text = message(params)
    return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text
  }
