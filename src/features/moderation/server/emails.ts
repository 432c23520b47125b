import type { Config } from '../../../shared/server/config.ts'
import type { Sanction } from './actions.ts'

const done = { warn: 'have been warned', suspend: 'have been suspended', ban: 'have been banned' } as const
const endless = {
  warn: (product: string) => `issued a formal warning to you on ${product}.`,
  ban: (product: string) => `banned your account on ${product}. The ban has no end.`,
}
const nouns: Readonly<Record<string, string>> = { warn: 'warning', suspend: 'suspension', ban: 'ban' }

/** Emails about moderation. They quote the moderator's reason and nothing of the reported content. */
export const moderationEmails = ({ productName, publicUrl, supportEmail }: Config, name: string) => {
  const letter = (subject: string, lines: readonly string[]) => ({
    subject,
    text: [
      `Hello ${name},`,
      ...lines,
      `If you believe this is an error, write to ${supportEmail}.`,
      `${productName} · ${publicUrl}`,
    ].join('\n\n'),
  })
  return {
    sanctioned: (sanction: Sanction) =>
      letter(`You ${done[sanction.type]} on ${productName}`, [
        `A moderator of your school has ${
          sanction.type === 'suspend'
            ? `suspended your account on ${productName} for ${sanction.days} ${sanction.days === 1 ? 'day' : 'days'}.`
            : endless[sanction.type](productName)
        }`,
        `Reason: ${sanction.reason}`,
      ]),
    reversed: (type: string, reason: string) =>
      letter(`Your ${nouns[type]} on ${productName} was reversed`, [
        `A moderator of your school has taken back your ${nouns[type]}. Whatever else was decided stays as it is.`,
        `Reason: ${reason}`,
      ]),
  }
}
