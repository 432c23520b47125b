/** Names of all events on the event stream, `GET /api/live`. */
export const liveEventNames = [
  'message.created',
  'message.updated',
  'message.deleted',
  'message.reacted',
  'message.pinned',
  'conversation.read',
  'conversation.changed',
  'typing',
  'unread',
  'request.created',
  'friend.request',
  'friend.accepted',
  'post.created',
  'post.liked',
  'post.commented',
  'post.voted',
  'notice',
  'notification.created',
  'decision.changed',
  'reports.pending',
  'seals.pending',
  'case.changed',
  'appeals.pending',
  'event.seats',
  'waitlist.changed',
  'check_in.changed',
  'meeting.changed',
  'blocked',
  'reconnect',
] as const
export type LiveEventName = (typeof liveEventNames)[number]

/**
 * Payload of each event. A feature adds its own in its contract: `declare module '../../shared/live-events.ts' {
 * interface LiveEventMap { typing: … } }`.
 */
export interface LiveEventMap {
  /** The user has a new or changed notification; the client reloads the list. */
  'notification.created': Record<string, never>
  /** The user was banned or suspended, and the stream ends. Same body as the error replies from then on. */
  blocked: { isBlocked: true; blockReason: 'banned' | 'suspended'; message: string; suspendedUntil: number | null }
  /**
   * First event of every stream: whether all events since `Last-Event-ID` follow (if not, the client refetches). Last
   * event of a stream that the server ends: the seconds to wait before reconnecting.
   */
  reconnect: { resumed: boolean } | { wait: number }
}

/** The events with a declared payload. */
export type TypedLiveEvent = LiveEventName & keyof LiveEventMap
