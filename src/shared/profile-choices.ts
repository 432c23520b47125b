/** Who sees a user's profile: the school, or friends and members of shared groups. */
export const profileChoices = ['everyone', 'friends_and_groups'] as const
export type ProfileChoice = (typeof profileChoices)[number]
