import type { GrantName } from '../../../shared/grants.ts'

export const grantTexts: readonly (readonly [name: GrantName, label: string, hint: string])[] = [
  ['cases', 'Cases', 'Reports of items and people, with warnings, removals and sanctions'],
  ['content', 'Content', 'Find and remove items'],
  ['appeals', 'Appeals', 'Decide about decisions of other moderators'],
  ['rules', 'Rules', 'Change the rules of the school'],
]
