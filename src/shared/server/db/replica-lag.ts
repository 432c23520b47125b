/** A look at both servers. */
type Note = { readonly at: number; readonly ours: number; readonly theirs: number; readonly isAhead: boolean }

/**
 * Knows up to which moment the standby has everything: the latest one whose position in the log of the primary it has reached. That needs no
 * common clock, holds on an idle primary, and gets older by itself when nothing is heard.
 */
export function createLagWatch(maxLagMs: number) {
  let notes: Pick<Note, 'at' | 'ours'>[] = []
  let confirmedAt = Number.NEGATIVE_INFINITY
  let divergedAt: number | undefined
  const forget = () => {
    notes = []
    confirmedAt = Number.NEGATIVE_INFINITY
  }
  return {
    forget,
    lagMs: (now = performance.now()) => now - confirmedAt,
    note({ at, ours, theirs, isAhead }: Note) {
      // It has what a primary lost in a failover, and can't follow the new one, whose positions mean something else.
      if (isAhead) divergedAt = theirs
      if (theirs === divergedAt) return forget()
      divergedAt = undefined
      notes = [...notes.filter((note) => at - note.at <= maxLagMs), { at, ours }]
      const reached = notes.findLast((note) => note.ours <= theirs)
      if (reached) confirmedAt = Math.max(confirmedAt, reached.at)
    },
  }
}
