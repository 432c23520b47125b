import { sanctionTitles } from '../../moderation/web/labels.ts'
import type { Statement } from '../contract.ts'

const titles: Readonly<Record<Statement['action_type'], string>> = {
  ...sanctionTitles,
  remove: 'Removal',
  label: 'Label',
}

/** 'Your post was removed', 'Warning'. */
export const describeDecision = ({ action_type, item }: Pick<Statement, 'action_type' | 'item'>): string =>
  action_type === 'remove' ? `Your ${item ?? 'item'} was removed` : titles[action_type]

export const scopeLabels: Readonly<Record<Statement['scope'], string>> = {
  account: 'Your account',
  item: 'One item',
  pictures: 'Pictures only',
  anonymous_writing: 'Writing anonymously',
}
