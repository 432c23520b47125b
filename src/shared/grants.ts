/** Parts of the moderation desk that an administrator can open to a student. */
export const grantNames = ['cases', 'content', 'appeals', 'rules'] as const
export type GrantName = (typeof grantNames)[number]
