import type { Statement } from '../contract.ts'

const titles: Readonly<Record<Statement['action_type'], string>> = {
  warn: 'Warning',
  suspend: 'Suspension',
  ban: 'Ban',
  remove: 'Removal',
  label: 'Label',
  mute: 'No anonymous posts',
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

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
/** 'May 24, 2027'. */
export const formatDay = (seconds: number): string => day.format(new Date(seconds * 1000))
