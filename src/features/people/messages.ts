import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications between friends. */
export const friendMessages: NotificationMessages<'friend_request' | 'friend_accepted'> = {
  friend_request: () => '{names} sent you a friend request',
  friend_accepted: () => '{names} accepted your friend request',
}
