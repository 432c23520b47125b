/** How a user can be notified. All channels but `off` also appear in the in-app list. */
export const notificationChannels = ['off', 'product', 'digest', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** All notification kinds: the label in the settings, and the default channel. */
export const notificationKinds = {
  comment: { label: 'Comments on what I wrote', way: 'digest' },
  reply: { label: 'Replies to my comments', way: 'digest' },
  like: { label: 'Likes', way: 'product' },
  mention: { label: 'Mentions of my name', way: 'digest' },
  friend_request: { label: 'Friend requests', way: 'digest' },
  friend_accepted: { label: 'Accepted friend requests', way: 'product' },
  group_invitation: { label: 'Invitations to groups', way: 'digest' },
  join_request: { label: 'Requests to join my groups', way: 'digest' },
  join_answer: { label: 'Answers to my requests to join', way: 'digest' },
  announcement: { label: 'Announcements in my groups', way: 'digest' },
  answer: { label: 'Answers to my questions', way: 'digest' },
  best_answer: { label: 'My answer marked as best', way: 'product' },
  event_changed: { label: 'Changes of events that I attend', way: 'mail' },
  event_reminder: { label: 'Reminders before events that I attend', way: 'product' },
  listing_interest: { label: 'Interest in my listings', way: 'digest' },
  rating: { label: 'Notices about my ratings', way: 'product' },
  report: { label: 'Answers to my reports', way: 'product' },
  moderation: { label: 'Decisions of moderators about me', way: 'product' },
} as const satisfies Record<string, { label: string; way: NotificationChannel }>

export type NotificationKind = keyof typeof notificationKinds

type NotificationText = {
  readonly sentence: string
  /** The most recent actors. */
  readonly actors: readonly { readonly name: string }[]
  /** Number of further actors. */
  readonly others: number
}

/** Renders the sentence: 'Ada, Grace and Alan liked your post', 'Ada and 4 others liked your post'. */
export function renderNotification({ sentence, actors, others }: NotificationText): string {
  const names = actors.map(({ name }) => name)
  if (others > 0) names.splice(1, names.length, `${names.length - 1 + others} others`)
  const last = names.pop() ?? 'Somebody'
  return sentence.replace('{names}', () => (names.length > 0 ? `${names.join(', ')} and ${last}` : last))
}
