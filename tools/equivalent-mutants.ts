/** Mutants that change no result, and why. `change` is the text that `npm run mutation` prints. */
export const equivalentMutants: readonly { readonly file: string; readonly change: string; readonly reason: string }[] =
  [
    {
      file: 'shared/server/crypto/anonymity.ts',
      change: 'known → false',
      reason: 'Only a cache: the key pair of a school is derived again, and is the same.',
    },
    {
      file: 'shared/server/crypto/anonymity.ts',
      change: 'pairs.set(schoolId, pair) → ;',
      reason: 'Only a cache: the key pair of a school is derived again, and is the same.',
    },
  ]
