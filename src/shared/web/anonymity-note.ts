import type { SealMode } from '../seal-modes.ts'

const people: Readonly<Record<'one' | 'two' | 'custodian', string>> = {
  one: 'one moderator can',
  two: 'two people together can',
  custodian: 'a moderator and the custodian together can',
}

/** Who may learn the author of an anonymous item, for its author. */
export const anonymityNote = (mode: SealMode, school: string): string =>
  mode === 'list'
    ? 'Moderators can see who wrote something that was reported.'
    : mode === 'none'
      ? `At ${school}, no one can open the seal.`
      : `At ${school}, ${people[mode]} open the seal of something that was reported.`

/** A sentence for the author where authorship ends, after others. Empty where it does not. */
export const authorshipNote = (days: number | null): string =>
  days ? ` After ${days} days no one can tell that you wrote this, including you.` : ''
