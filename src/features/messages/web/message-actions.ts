import type { Message, Quote } from '../contract.ts'

/** The same object in each render, so that ranges without a change are not rendered again. */
export type MessageActions = {
  onReply: (message: Message) => void
  onEdit: (message: Message) => void
  /** Shows the message that another one answers. */
  onJump: (quote: Quote) => void
}
