import type { NotificationContent, NotificationKind } from '../../shared/notification-kinds.ts'

type Sample = NotificationContent & { readonly text: string }

/** Every text of every kind, as servers before the params stored it. */
export const notificationSamples: readonly Sample[] = [
  { kind: 'comment', params: {}, text: '{names} commented on your post' },
  { kind: 'comment', params: { group_name: 'Chess' }, text: '{names} commented on your post in “Chess”' },
  { kind: 'reply', params: {}, text: '{names} replied to your comment' },
  { kind: 'reply', params: { group_name: 'Chess' }, text: '{names} replied to your comment in “Chess”' },
  { kind: 'like', params: { item: 'post' }, text: '{names} liked your post' },
  { kind: 'like', params: { item: 'comment' }, text: '{names} liked your comment' },
  { kind: 'like', params: { item: 'post', group_name: 'Chess' }, text: '{names} liked your post in “Chess”' },
  { kind: 'mention', params: { item: 'post' }, text: '{names} mentioned you in a post' },
  { kind: 'mention', params: { item: 'comment' }, text: '{names} mentioned you in a comment' },
  { kind: 'mention', params: { item: 'message' }, text: '{names} mentioned you in a message' },
  {
    kind: 'mention',
    params: { item: 'comment', group_name: 'Über “uns”' },
    text: '{names} mentioned you in a comment in “Über “uns””',
  },
  { kind: 'reaction', params: { emoji: '🎉' }, text: '{names} reacted 🎉 to your message' },
  { kind: 'reminder', params: {}, text: 'You wanted to be reminded of a message' },
  { kind: 'friend_request', params: {}, text: '{names} sent you a friend request' },
  { kind: 'friend_accepted', params: {}, text: '{names} accepted your friend request' },
  { kind: 'group_invitation', params: { group_name: 'Chess' }, text: '{names} invited you to “Chess”' },
  { kind: 'join_request', params: { group_name: 'Chess' }, text: '{names} asked to join “Chess”' },
  {
    kind: 'join_answer',
    params: { group_name: 'Chess', approved: true, message: '' },
    text: '{names} approved your request to join “Chess”',
  },
  {
    kind: 'join_answer',
    params: { group_name: 'Chess', approved: false, message: 'We are full.\nSorry: try later' },
    text: '{names} declined your request to join “Chess”: We are full.\nSorry: try later',
  },
  { kind: 'announcement', params: { group_name: 'Chess' }, text: '{names} posted an announcement in “Chess”' },
  { kind: 'answer', params: { title: 'Tides?' }, text: '{names} answered “Tides?”' },
  { kind: 'best_answer', params: { title: 'Tides?' }, text: '{names} picked your answer to “Tides?” as the best' },
  { kind: 'event_changed', params: { title: 'Picnic', cancelled: false }, text: '{names} updated “Picnic”' },
  { kind: 'event_changed', params: { title: 'Picnic', cancelled: true }, text: '{names} cancelled “Picnic”' },
  {
    kind: 'event_changed',
    params: { title: 'Picnic', cancelled: true, reason: 'Rain' },
    text: '{names} cancelled “Picnic”: Rain',
  },
  { kind: 'event_reminder', params: { title: 'Picnic' }, text: '“Picnic” starts soon' },
  { kind: 'event_reminder', params: { title: 'Picnic', minutes: 1440 }, text: '“Picnic” starts in 1 day' },
  {
    kind: 'waitlist',
    params: { title: 'Picnic', offered: false },
    text: 'A seat at “Picnic” is yours. Give it back if you cannot come.',
  },
  {
    kind: 'waitlist',
    params: { title: 'Picnic', offered: true },
    text: 'A seat at “Picnic” is free for you for 30 minutes.',
  },
  { kind: 'listing_interest', params: { title: 'Desk' }, text: '{names} asked about “Desk”' },
  {
    kind: 'listing_state',
    params: { title: 'Desk', step: 'reserved' },
    text: '{names} reserved “Desk” for you',
  },
  {
    kind: 'listing_state',
    params: { title: 'Desk', step: 'released' },
    text: '“Desk” is no longer reserved for you',
  },
  {
    kind: 'listing_state',
    params: { title: 'Desk', step: 'next' },
    text: '“Desk” is available again, and you are next in line',
  },
  {
    kind: 'listing_state',
    params: { title: 'Desk', step: 'sold' },
    text: '{names} marked “Desk” as sold to you',
  },
  {
    kind: 'listing_state',
    params: { title: 'Desk', step: 'expiring' },
    text: '“Desk” expires soon. Renew it to keep it listed',
  },
  {
    kind: 'listing_state',
    params: { title: 'Desk', step: 'expired' },
    text: '“Desk” has expired. Renew it to list it again',
  },
  { kind: 'message_request', params: {}, text: '{names} would like to write to you' },
  { kind: 'listing_match', params: { title: 'Desk' }, text: '“Desk” matches a search that you saved' },
  { kind: 'price_drop', params: { title: 'Desk' }, text: '{names} lowered the price of “Desk”' },
  { kind: 'rating', params: {}, text: 'You had already rated this professor. Your earlier rating stays.' },
  { kind: 'report', params: {}, text: 'A moderator reviewed your report. Thanks for helping.' },
  { kind: 'report', params: { outcome: 'action' }, text: 'We took action.' },
  { kind: 'report', params: { outcome: 'none' }, text: 'We did not find a violation.' },
  { kind: 'appeal', params: { outcome: 'message' }, text: 'A moderator answered your appeal' },
  { kind: 'appeal', params: { outcome: 'upheld' }, text: 'The decision stands' },
  { kind: 'appeal', params: { outcome: 'overturned' }, text: 'We were wrong. The decision no longer applies' },
  { kind: 'appeal', params: { outcome: 'changed' }, text: 'The decision was changed' },
  { kind: 'appeal', params: { outcome: 'closed' }, text: 'A moderator closed your appeal' },
  {
    kind: 'seal',
    params: { step: 'waiting' },
    text: 'A moderator asks to open a seal. You can approve or decline within 24 hours',
  },
  {
    kind: 'seal',
    params: { step: 'countersign' },
    text: 'A moderator opened a seal because of danger to life. Countersign within 24 hours',
  },
  { kind: 'seal', params: { step: 'missed' }, text: 'An opened seal was not countersigned within 24 hours' },
  {
    kind: 'seal',
    params: { step: 'approved' },
    text: 'Your request to open a seal was approved. You can read the name for 60 minutes',
  },
  { kind: 'seal', params: { step: 'declined' }, text: 'Your request to open a seal was declined' },
  {
    kind: 'no_show',
    params: { title: 'Chess night' },
    text: '{names} says they were at “Chess night” and not checked in',
  },
  { kind: 'urgent_case', params: {}, text: 'Someone reported a danger. Please look at it now' },
  {
    kind: 'case_overdue',
    params: { school: 'Northfield College', priority: 'danger' },
    text: 'A report of danger at Northfield College was not settled in time',
  },
  { kind: 'notice', params: {}, text: 'A person without an account sent a notice about something we could not find' },
  { kind: 'moderation', params: { sanction: 'mute' }, text: 'You can’t write anonymously for now' },
  {
    kind: 'moderation',
    params: { held: 'post' },
    text: 'The pictures of your post are hidden. This is being reviewed.',
  },
  { kind: 'moderation', params: { removed: 'post' }, text: 'Your post was removed' },
  { kind: 'moderation', params: { labelled: 'post' }, text: 'A moderator labelled your post' },
  { kind: 'moderation', params: { sanction: 'warn' }, text: 'You received a formal warning' },
  { kind: 'moderation', params: { sanction: 'suspend' }, text: 'Your account was suspended' },
  { kind: 'moderation', params: { sanction: 'ban' }, text: 'Your account was banned' },
  {
    kind: 'moderation',
    params: { opened: 'confession', day: '2026-11-05', category: 'threat' },
    text: 'A moderator revealed the author of your confession on 5 November 2026. Category: threat.',
  },
]

/** A text of the kind. */
export function findSample(kind: NotificationKind): Sample {
  const sample = notificationSamples.find((one) => one.kind === kind)
  if (!sample) throw new Error(`No notification sample of kind '${kind}'.`)
  return sample
}
