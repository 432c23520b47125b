/** How a user can be notified. All channels but `off` also appear in the in-app list. */
export const notificationChannels = ['off', 'product', 'digest', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** All notification kinds: the label in the settings, and the default channel. */
export const notificationKinds = {
  comment: { label: 'Comments on my posts', way: 'digest' },
  reply: { label: 'Replies to my comments', way: 'digest' },
  like: { label: 'Likes', way: 'product' },
  mention: { label: 'Mentions', way: 'digest' },
  friend_request: { label: 'Friend requests', way: 'digest' },
  friend_accepted: { label: 'Friend requests accepted', way: 'product' },
  group_invitation: { label: 'Group invitations', way: 'digest' },
  join_request: { label: 'Requests to join groups I run', way: 'digest' },
  join_answer: { label: 'Replies to my join requests', way: 'digest' },
  announcement: { label: 'Group announcements', way: 'digest' },
  answer: { label: 'Answers to my questions', way: 'digest' },
  best_answer: { label: 'My answer chosen as best', way: 'product' },
  event_changed: { label: 'Changes to events I’m going to', way: 'mail' },
  event_reminder: { label: 'Event reminders', way: 'product' },
  listing_interest: { label: 'Messages about my listings', way: 'digest' },
  rating: { label: 'Notices about my ratings', way: 'product' },
  report: { label: 'Updates on my reports', way: 'product' },
  moderation: { label: 'Moderator decisions about my account', way: 'product' },
  appeal: { label: 'Answers to my appeals', way: 'mail' },
  /** Only for administrators and the custodian of a school. */
  seal: { label: 'Requests to open a seal', way: 'mail' },
} as const satisfies Record<string, { label: string; way: NotificationChannel }>

export type NotificationKind = keyof typeof notificationKinds

/** Name of the group that a post or comment is in; absent in the feed. */
type Place = { readonly group_name?: string | undefined }
type InGroup = { readonly group_name: string }
type About = { readonly title: string }
type NoParams = Readonly<Record<string, never>>

/**
 * What a notification says besides its actors. Stored as JSON: fields may be added, but not renamed or given another
 * meaning. Names and titles are those at the time of the event, which the reader could see then.
 */
export type NotificationParams = {
  comment: Place
  reply: Place
  like: Place & { readonly item: 'post' | 'comment' }
  mention: Place & { readonly item: 'post' | 'comment' }
  friend_request: NoParams
  friend_accepted: NoParams
  group_invitation: InGroup
  join_request: InGroup
  join_answer: InGroup & { readonly approved: boolean; readonly message: string }
  announcement: InGroup
  answer: About
  best_answer: About
  event_changed: About & { readonly cancelled: boolean }
  event_reminder: About
  listing_interest: About
  rating: NoParams
  /** What came out of a report; absent for a notice that a moderator has looked at it. */
  report: { readonly outcome?: 'action' | 'none' | undefined }
  moderation:
    | { readonly sanction: 'warn' | 'suspend' | 'ban' | 'mute' }
    /** The name of a removed item's type: 'post'. */
    | { readonly removed: string }
    /** `day` as 2026-11-24. */
    | { readonly opened: string; readonly day: string; readonly category: string }
  /** `message`: a moderator wrote; otherwise the outcome of the appeal, or of the second review of a report. */
  appeal: { readonly outcome: 'message' | 'upheld' | 'overturned' | 'changed' | 'closed' }
  /** Names no item: the reader may be its author. */
  seal: { readonly step: 'waiting' | 'countersign' | 'missed' | 'approved' | 'declined' }
}

/** A kind with its params. */
export type NotificationContent = {
  [K in NotificationKind]: { readonly kind: K; readonly params: NotificationParams[K] }
}[NotificationKind]

/** The texts of notification kinds, which begin with '{names}' where users are named. Features keep theirs in messages.ts. */
export type NotificationMessages<K extends NotificationKind = NotificationKind> = {
  readonly [One in K]: (params: NotificationParams[One]) => string
}

type NotificationText = {
  readonly sentence: string
  /** The most recent actors. */
  readonly actors: readonly { readonly name: string }[]
  /** Number of further actors. */
  readonly others: number
}

/** Renders the sentence: 'Ada, Grace and Alan liked your post', 'Ada and 4 others liked your post'. */
export function renderNotification(text: NotificationText): string {
  const names = renderNames(text)
  return text.sentence.replace('{names}', () => names)
}

/** Who acted: 'Ada, Grace and Alan', 'Ada and 4 others'. */
export function renderNames({ actors, others }: Pick<NotificationText, 'actors' | 'others'>): string {
  const names = actors.map(({ name }) => name)
  if (others > 0) names.splice(1, names.length, `${names.length - 1 + others} others`)
  const last = names.pop() ?? 'Someone'
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}
