import type { SealMode } from '../../../shared/seal-modes.ts'

/** The modes as an administrator chooses them, with what they mean. */
export const modeOptions: readonly { value: SealMode; label: string; hint: string }[] = [
  {
    value: 'list',
    label: 'Names in the list of reports',
    hint: 'Every moderator sees who wrote what others reported.',
  },
  {
    value: 'one',
    label: 'One moderator',
    hint: 'One moderator opens one seal, with a category and a reason. The author is informed.',
  },
  {
    value: 'two',
    label: 'Two people together',
    hint: 'One moderator asks, another one approves within 24 hours. The two can read the name for 60 minutes.',
  },
  {
    value: 'custodian',
    label: 'A moderator and the custodian together',
    hint: 'The custodian is a person of the school without other rights, such as an ombudsperson.',
  },
  { value: 'none', label: 'No one', hint: 'Moderators can warn, mute and remove, and never learn a name.' },
]

export const modeLabel = (mode: SealMode): string => modeOptions.find(({ value }) => value === mode)?.label ?? mode
