import type { Message } from '../contract.ts'

export type MessageRangeContent = {
  readonly messages: readonly Message[]
  /** The messages next to the range, if they are loaded. */
  readonly before: Message | undefined
  readonly after: Message | undefined
}

/** Numbers per range. */
const rangeSize = 20

/**
 * Divides the messages of a list by their numbers, so that a message stays in its range when others are loaded before or
 * after it. Each range has a key.
 */
export function toRanges(messages: readonly Message[]): (MessageRangeContent & { readonly key: number })[] {
  const groups = [...Map.groupBy(messages, ({ seq }) => Math.floor(seq / rangeSize))]
  return groups.map(([key, group], index) => ({
    key,
    messages: group,
    before: groups[index - 1]?.[1].at(-1),
    after: groups[index + 1]?.[1][0],
  }))
}
