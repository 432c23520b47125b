import type { NotificationMessages } from '../../shared/notification-kinds.ts'
import type { SealCategory } from './seal-contract.ts'

const sanctions = {
  warn: 'You received a formal warning',
  suspend: 'Your account was suspended',
  ban: 'Your account was banned',
  mute: 'You can’t write anonymously for now',
}
const reportOutcomes = { action: 'We took action.', none: 'We did not find a violation.' }
const appealOutcomes = {
  message: 'A moderator answered your appeal',
  upheld: 'The decision stands',
  overturned: 'We were wrong. The decision no longer applies',
  changed: 'The decision was changed',
  closed: 'A moderator closed your appeal',
}
const sealSteps = {
  waiting: 'A moderator asks to open a seal. You can approve or decline within 24 hours',
  countersign: 'A moderator opened a seal because of danger to life. Countersign within 24 hours',
  missed: 'An opened seal was not countersigned within 24 hours',
  approved: 'Your request to open a seal was approved. You can read the name for 60 minutes',
  declined: 'Your request to open a seal was declined',
}
const categories: Record<SealCategory, string> = {
  danger: 'danger to life',
  law: 'order of an authority',
  threat: 'threat',
  harassment: 'harassment',
  sanction: 'sanction',
  other: 'other',
}
/** Content types that can be anonymous. */
const nouns = { post: 'post', comment: 'comment', confession: 'confession', rating: 'rating' }

/** The value of a key that an older or newer version may have stored. */
const lookUp = (texts: Readonly<Record<string, string>>, key: string, otherwise: string) =>
  Object.hasOwn(texts, key) ? texts[key] : otherwise
const formatDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Texts of the notifications by moderators. */
export const moderationMessages: NotificationMessages<'report' | 'moderation' | 'appeal' | 'seal'> = {
  report: ({ outcome }) =>
    outcome ? reportOutcomes[outcome] : 'A moderator reviewed your report. Thanks for helping.',
  appeal: ({ outcome }) => appealOutcomes[outcome],
  seal: ({ step }) => sealSteps[step],
  moderation: (params) =>
    'sanction' in params
      ? sanctions[params.sanction]
      : 'removed' in params
        ? `Your ${params.removed} was removed`
        : `A moderator revealed the author of your ${lookUp(nouns, params.opened, 'item')} on ${formatDay(params.day)}. Category: ${lookUp(categories, params.category, 'other')}.`,
}
