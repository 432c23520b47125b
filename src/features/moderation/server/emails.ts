import { firstName } from '../../../shared/names.ts'
import { plural } from '../../../shared/plural.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Sanction } from './actions.ts'
import type { StoredDecision } from './decisions.ts'

const subjects = {
  warn: (product: string) => `You’ve received a warning on ${product}`,
  suspend: (product: string) => `Your ${product} account has been suspended`,
  ban: (product: string) => `Your ${product} account has been banned`,
}
const decisions = {
  warn: (product: string) => `A moderator at your school has issued you a formal warning on ${product}.`,
  suspend: (product: string, days: number) =>
    `A moderator at your school has suspended your account on ${product} for ${plural(days, 'day')}.`,
  ban: (product: string) => `A moderator at your school has permanently banned your account on ${product}.`,
}
const nouns: Readonly<Record<string, string>> = { warn: 'warning', suspend: 'suspension', ban: 'ban' }

/** The statement of reasons, as in the notice. */
const toLines = ({ ruleTitle, facts, appealDay }: StoredDecision) => [
  `Rule: ${ruleTitle}`,
  `What happened: ${facts}`,
  'No automatic system took part in this decision.',
  ...(appealDay
    ? [`You can appeal until ${appealDay}. A moderator who did not make this decision will read your appeal.`]
    : []),
]

/** Emails about moderation. They quote the moderator's words and nothing of the reported content. */
export const moderationEmails = ({ productName, publicUrl, supportEmail }: Config, name: string) => {
  const letter = (subject: string, lines: readonly string[]) => ({
    subject,
    text: [
      `Hi ${firstName(name)},`,
      ...lines,
      `If you think this is a mistake, email ${supportEmail}.`,
      `${productName} · ${publicUrl}`,
    ].join('\n\n'),
  })
  const link = (decision: string) => `${publicUrl}/decisions/${decision}`
  return {
    sanctioned: (sanction: Sanction, stored: StoredDecision) =>
      letter(subjects[sanction.type](productName), [
        sanction.type === 'suspend'
          ? decisions.suspend(productName, sanction.days)
          : decisions[sanction.type](productName),
        `Reason: ${sanction.reason}`,
        ...toLines(stored),
        link(stored.id),
      ]),
    removed: (label: string, stored: StoredDecision) =>
      letter(`Your ${label} was removed`, [
        `A moderator at your school removed your ${label} on ${productName}.`,
        ...toLines(stored),
        link(stored.id),
      ]),
    labelled: (label: string, stored: StoredDecision) =>
      letter(`A moderator labelled your ${label}`, [
        `A moderator at your school labelled your ${label} on ${productName}. It is still there.`,
        ...toLines(stored),
        link(stored.id),
      ]),
    unlabelled: (label: string, reason: string) =>
      letter(`The label of your ${label} was removed`, [
        `A moderator at your school has removed the label of your ${label} on ${productName}.`,
        `Reason: ${reason}`,
      ]),
    reversed: (type: string, reason: string) =>
      letter(`Your ${nouns[type]} on ${productName} has been lifted`, [
        `A moderator at your school has lifted your ${nouns[type]}. Any other decisions on your account still apply.`,
        `Reason: ${reason}`,
      ]),
    restored: (label: string, reason: string) =>
      letter(`Your ${label} was restored`, [
        `A moderator at your school has restored your ${label} on ${productName}.`,
        `Reason: ${reason}`,
      ]),
    appealAnswered: (outcome: string, decision: string) =>
      letter(`Answer to your appeal on ${productName}`, [outcome, link(decision)]),
  }
}
