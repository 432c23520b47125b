/** Whether confessions appear immediately, after a moderator has read them, or not at all. */
export const confessionsModes = ['on', 'read_first', 'off'] as const
export type ConfessionsMode = (typeof confessionsModes)[number]
