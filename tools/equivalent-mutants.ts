/** Mutants that no test can notice, or that need not be noticed, and why. `change` as `npm run mutation` prints it. */
export const equivalentMutants: readonly { readonly file: string; readonly change: string; readonly reason: string }[] =
  []
