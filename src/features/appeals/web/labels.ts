import type { Appeal, OwnReport } from '../contract.ts'

/** States of an appeal, for both sides. */
export const appealStateLabels: Readonly<Record<Appeal['state'], string>> = {
  open: 'Waiting for an answer',
  claimed: 'A moderator is reading it',
  upheld: 'The decision stands',
  overturned: 'Overturned',
  changed: 'Changed',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
}

/** What the user who appealed reads about the outcome, with the moderator's words. */
export function describeOutcome({
  state,
  reason,
  changed_to,
}: Pick<Appeal, 'state' | 'reason' | 'changed_to'>): string | undefined {
  if (state === 'overturned')
    return `We were wrong. The decision no longer applies, and everything it removed is back. ${reason ?? ''}`
  if (state === 'changed') return `The decision was changed${changed_to ? `: ${changed_to}` : ''}. ${reason ?? ''}`
  if (state === 'upheld') return `The decision stands. ${reason ?? ''}`
  if (state === 'closed') return `A moderator closed this appeal. ${reason ?? ''}`
  if (state === 'withdrawn') return 'You withdrew this appeal.'
}

export const reportStateLabels: Readonly<Record<OwnReport['state'], string>> = {
  received: 'We received your report.',
  looked_at: 'A moderator has looked at your report.',
  action: 'We took action.',
  none: 'We did not find a violation.',
}
