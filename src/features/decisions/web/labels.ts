import type { ContentItem } from '../../moderation/content-contract.ts'
import { sanctionTitles } from '../../moderation/web/labels.ts'
import type { Statement } from '../contract.ts'

const titles: Readonly<Record<Statement['action_type'], string>> = {
  ...sanctionTitles,
  remove: 'Removal',
}

/** 'Your post was removed', 'Warning'. */
export function describeDecision({ action_type, item }: Pick<Statement, 'action_type' | 'item'>): string {
  if (action_type === 'remove') return `Your ${item ?? 'item'} was removed`
  return action_type === 'label' ? `A moderator labelled your ${item ?? 'item'}` : titles[action_type]
}

/** What an item says, for the dialogs of moderators. */
export const quoteItem = ({ title, content }: Pick<ContentItem, 'title' | 'content'>): string =>
  [title, content].filter(Boolean).join('\n') || 'Photo'

export const scopeLabels: Readonly<Record<Statement['scope'], string>> = {
  account: 'Your account',
  item: 'One item',
  pictures: 'Pictures only',
  anonymous_writing: 'Writing anonymously',
}
