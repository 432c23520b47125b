/** The names of everything that arrives over the event stream, `GET /api/live`. */
export const liveEventNames = [
  'message.created',
  'message.updated',
  'message.deleted',
  'conversation.read',
  'typing',
  'unread',
  'friend.request',
  'friend.accepted',
  'post.liked',
  'post.commented',
  'post.voted',
  'notice',
  'notification.created',
  'reports.pending',
  'blocked',
  'reconnect',
] as const
export type LiveEventName = (typeof liveEventNames)[number]

/**
 * What each event carries. A feature adds its own in its contract:
 * `declare module '../../shared/live-events.ts' { interface LiveEventMap { typing: … } }`.
 */
export interface LiveEventMap {
  /** Something concerns the person; what, the list of notifications says. */
  'notification.created': Record<string, never>
  /** The person was banned or suspended; the stream ends with it. As the body of the refusals from now on. */
  blocked: { isBlocked: true; blockReason: 'banned' | 'suspended'; message: string; suspendedUntil: number | null }
  /**
   * First on every stream: whether all that was missed since `Last-Event-ID` follows (else: fetch anew). Last on a
   * stream that the server ends by itself: the seconds to wait before opening the next one.
   */
  reconnect: { resumed: boolean } | { wait: number }
}

/** The events of which it has been said what they carry. */
export type TypedLiveEvent = LiveEventName & keyof LiveEventMap
