import type { Notice, NoticeState } from '../contract.ts'

export const groundLabels: Readonly<Record<Notice['ground'], string>> = {
  intimate: 'An intimate picture that was shared without consent',
  personal: 'A phone number, an address or other personal data',
  law: 'Something else that breaks a rule or a law',
}

export const concernLabels: Readonly<Record<Notice['concerns'], string>> = {
  self: 'Me',
  other: 'Someone I may act for',
}

export const stateTexts: Readonly<Record<Exclude<NoticeState, 'unconfirmed'>, string>> = {
  received: 'Received. A moderator has not opened it yet.',
  'in review': 'In review. A moderator is looking at it.',
  closed: 'Closed. We have looked at it and decided.',
}
