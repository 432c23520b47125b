/** Who reaches a user's inbox without asking: the school, friends and members of a shared private group, or friends. */
export const requestChoices = ['everyone', 'known', 'friends'] as const
export type RequestChoice = (typeof requestChoices)[number]
