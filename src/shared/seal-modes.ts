/** Who may learn the author of an anonymous item, from the weakest protection to the strictest. */
export const sealModes = ['list', 'one', 'two', 'custodian', 'none'] as const
export type SealMode = (typeof sealModes)[number]

/** Of schools that never chose one, and of items from before there was a choice. */
export const defaultSealMode: SealMode = 'one'

/** The stricter of two modes. Like `stricter_seal_mode` in SQL; null is the default. */
export function stricterSealMode(mode: SealMode | null | undefined, otherMode: SealMode | null | undefined): SealMode {
  const [rank, otherRank] = [mode, otherMode].map((one) => sealModes.indexOf(one ?? defaultSealMode)) as [
    number,
    number,
  ]
  return sealModes[Math.max(rank, otherRank)] ?? defaultSealMode
}

/** Whether it takes two people to open a seal. */
export const needsSecondPerson = (mode: SealMode | null | undefined): boolean => mode === 'two' || mode === 'custodian'
