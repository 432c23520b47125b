import type { Config } from '../../../shared/server/config.ts'

/**
 * Emails to people who sent a notice. They repeat nothing of the notice, so that the form cannot send
 * anyone’s words to a stranger.
 */
export const noticeEmails = ({ productName, publicUrl, supportEmail }: Config) => {
  const letter = (to: string, subject: string, lines: readonly string[]) => ({
    to,
    subject,
    text: [...lines, `Questions? Email ${supportEmail}.`, `${productName} · ${publicUrl}`].join('\n\n'),
  })
  return {
    confirm: (to: string, token: string) =>
      letter(to, `Confirm your notice to ${productName}`, [
        `Someone, probably you, sent a notice about something on ${productName} with this email address.`,
        `Open this link within 24 hours to confirm it, and later to see its state:\n${publicUrl}/notice/${token}`,
        'If it was not you, ignore this email. The notice is deleted then.',
      ]),
    closed: (to: string, receipt: string) =>
      letter(to, `Your notice ${receipt} is closed`, [
        `We have looked at what your notice ${receipt} is about and decided. The link from our first email shows its state.`,
      ]),
  }
}
