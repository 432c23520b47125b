import type { NotificationMessages } from '../../shared/notification-kinds.ts'
import type { SealCategory } from './seal-contract.ts'

const sanctions = {
  warn: 'You received a formal warning',
  suspend: 'Your account was suspended',
  ban: 'Your account was banned',
  mute: 'You can’t write anonymously for now',
}
const reportOutcomes = { action: 'We took action.', none: 'We did not find a violation.' }
const overdue = {
  danger: 'A report of danger',
  intimate: 'A report of an intimate image',
  personal: 'A report of personal information',
  normal: 'A report',
  appeal: 'An appeal',
}
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
  evidence: 'A moderator asks to open pictures that are kept as evidence. You can confirm it within 24 hours',
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
export const moderationMessages: NotificationMessages<
  'report' | 'moderation' | 'appeal' | 'seal' | 'urgent_case' | 'case_overdue'
> = {
  report: ({ outcome }) =>
    outcome ? reportOutcomes[outcome] : 'A moderator reviewed your report. Thanks for helping.',
  appeal: ({ outcome }) => appealOutcomes[outcome],
  seal: ({ step }) => sealSteps[step],
  urgent_case: () => 'Someone reported a danger. Please look at it now',
  case_overdue: ({ school, priority }) =>
    `${overdue[priority]} at ${school} was not ${priority === 'appeal' ? 'answered' : 'settled'} in time`,
  moderation: (params) =>
    'sanction' in params
      ? sanctions[params.sanction]
      : 'removed' in params
        ? `Your ${params.removed} was removed`
        : 'labelled' in params
          ? `A moderator labelled your ${params.labelled}`
          : 'held' in params
            ? `The pictures of your ${params.held} are hidden. This is being reviewed.`
            : `A moderator revealed the author of your ${lookUp(nouns, params.opened, 'item')} on ${formatDay(params.day)}. Category: ${lookUp(categories, params.category, 'other')}.`,
}
