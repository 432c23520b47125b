/** How a user can be notified. All channels but `off` also appear in the in-app list. */
export const notificationChannels = ['off', 'product', 'digest', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/**
 * All notification kinds: the label in the settings, the default channel, and whether they are pushed by default. A kind
 * that is `onlyPushed` never enters the list or an email.
 */
export const notificationKinds = {
  comment: { label: 'Comments on my posts', way: 'digest' },
  reply: { label: 'Replies to my comments', way: 'digest' },
  like: { label: 'Likes', way: 'product' },
  mention: { label: 'Mentions', way: 'digest', push: true },
  reaction: { label: 'Reactions to my messages', way: 'product' },
  reminder: { label: 'Reminders of messages', way: 'product', push: true },
  message_request: { label: 'Message requests', way: 'digest' },
  friend_request: { label: 'Friend requests', way: 'digest', push: true },
  friend_accepted: { label: 'Friend requests accepted', way: 'product' },
  group_invitation: { label: 'Group invitations', way: 'digest' },
  join_request: { label: 'Requests to join groups I run', way: 'digest' },
  join_answer: { label: 'Replies to my join requests', way: 'digest' },
  announcement: { label: 'Group announcements', way: 'digest' },
  answer: { label: 'Answers to my questions', way: 'digest' },
  best_answer: { label: 'My answer chosen as best', way: 'product' },
  event_changed: { label: 'Changes to events I’m going to', way: 'mail', push: true },
  event_reminder: { label: 'Event reminders', way: 'product', push: true },
  waitlist: { label: 'Seats from waitlists', way: 'mail' },
  no_show: { label: 'People who say they were at my events', way: 'digest' },
  listing_interest: { label: 'Messages about my listings', way: 'digest' },
  listing_state: { label: 'My listings and reservations', way: 'product' },
  listing_match: { label: 'Saved searches', way: 'digest' },
  price_drop: { label: 'Lower prices of my favorites', way: 'digest' },
  rating: { label: 'Notices about my ratings', way: 'product' },
  report: { label: 'Updates on my reports', way: 'product' },
  moderation: { label: 'Moderator decisions about my account', way: 'product' },
  appeal: { label: 'Answers to my appeals', way: 'mail' },
  /** Only for administrators and the custodian of a school. */
  seal: { label: 'Requests to open a seal', way: 'mail' },
  /** Only for moderators on duty. Pushed in quiet hours, too. */
  urgent_case: { label: 'Urgent reports while I am on duty', way: 'mail', push: true },
  /** Only for site administrators. */
  case_overdue: { label: 'Cases past their deadline', way: 'mail' },
  /** Only for site administrators. */
  notice: { label: 'Notices from people without an account', way: 'mail' },
  message: { label: 'Messages', way: 'off', push: true, onlyPushed: true },
} as const satisfies Record<string, { label: string; way: NotificationChannel; push?: true; onlyPushed?: true }>

/** The kinds that can be pushed to a device. */
export type PushKind = keyof typeof notificationKinds
/** The kinds of the list and of emails. */
export type NotificationKind = {
  [K in PushKind]: (typeof notificationKinds)[K] extends { onlyPushed: true } ? never : K
}[PushKind]

export const pushKinds = Object.keys(notificationKinds) as [PushKind, ...PushKind[]]
export const listedKinds = pushKinds.filter((kind) => !('onlyPushed' in notificationKinds[kind])) as [
  NotificationKind,
  ...NotificationKind[],
]
/** The kinds that muted users do not suppress: about the reader's own seats, reservations, groups and account. */
export const importantKinds: readonly NotificationKind[] = [
  'join_request',
  'join_answer',
  'event_changed',
  'event_reminder',
  'waitlist',
  'no_show',
  'listing_state',
  'report',
  'rating',
  'moderation',
  'appeal',
  'seal',
  'urgent_case',
  'case_overdue',
]
/** Whether a kind is pushed to users who have not chosen. */
export const isPushedByDefault = (kind: PushKind): boolean => 'push' in notificationKinds[kind]

/** What the lock screen shows of a push: name and text, name only, or neither. */
export const lockScreenDetails = ['everything', 'sender', 'nothing'] as const
export type LockScreenDetail = (typeof lockScreenDetails)[number]

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
  mention: Place & { readonly item: 'post' | 'comment' | 'message' }
  reaction: { readonly emoji: string }
  reminder: NoParams
  message_request: NoParams
  friend_request: NoParams
  friend_accepted: NoParams
  group_invitation: InGroup
  join_request: InGroup
  join_answer: InGroup & { readonly approved: boolean; readonly message: string }
  announcement: InGroup
  answer: About
  best_answer: About
  /**
   * `reason`: of an event that was cancelled and not deleted. `dates`: how many of its series changed, if several.
   * `starts_at` in seconds since 1970; absent in older rows.
   */
  event_changed: About & {
    readonly cancelled: boolean
    readonly reason?: string | undefined
    readonly starts_at?: number | undefined
    readonly dates?: number | undefined
    /** The reader was added as an organizer, or removed from the attendees. */
    readonly role?: 'organizer' | 'removed' | 'readmitted' | undefined
  }
  /** `minutes` before the start, if the reader chose them. */
  event_reminder: About & { readonly minutes?: number | undefined; readonly starts_at?: number | undefined }
  /** A seat is the reader's, or `offered`: held until they answer. */
  waitlist: About & { readonly offered: boolean }
  no_show: About
  listing_interest: About
  /** `next`: the reader is the first buyer of the queue. `expiring` and `expired` are for the seller. */
  listing_state: About & { readonly step: 'reserved' | 'released' | 'next' | 'sold' | 'expiring' | 'expired' }
  listing_match: About
  price_drop: About
  rating: NoParams
  /** What came out of a report; absent for a notice that a moderator has looked at it. */
  report: { readonly outcome?: 'action' | 'none' | undefined }
  moderation:
    | { readonly sanction: 'warn' | 'suspend' | 'ban' | 'mute' }
    /** The name of a removed item's type: 'post'. */
    | { readonly removed: string }
    /** The same of an item with a moderator's label. */
    | { readonly labelled: string }
    /** The same of an item whose images are hidden while a report waits. */
    | { readonly held: string }
    /** `day` as 2026-11-24. */
    | { readonly opened: string; readonly day: string; readonly category: string }
  /** `message`: a moderator wrote; otherwise the outcome of the appeal, or of the second review of a report. */
  appeal: { readonly outcome: 'message' | 'upheld' | 'overturned' | 'changed' | 'closed' }
  urgent_case: NoParams
  case_overdue: { readonly school: string; readonly priority: 'danger' | 'intimate' | 'personal' | 'normal' | 'appeal' }
  /** A confirmed notice whose link leads to no item. */
  notice: NoParams
  /** Names no item: the reader may be its author. */
  seal: { readonly step: 'waiting' | 'countersign' | 'missed' | 'approved' | 'declined' | 'evidence' }
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
