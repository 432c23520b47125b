/**
 * What is for all servers. Servers of the previous release know only this stream: until the next release it also holds a copy
 * of each event, and events that they wrote (decision 0147).
 */
export const sharedKey = 'quad:live'
export const bucketKey = (bucket: number) => `${sharedKey}:${bucket}`

/** Events that Redis keeps per stream, for servers that begin to read it or were disconnected. */
export const maxEvents = 10_000
/** Entries of each stream that one read returns. */
export const maxPerRead = 500

/** An event with this name means that events before it were lost. */
export const gap = 'gap'

/** Delay before a failed read, or the write of a gap, is tried again. */
export const retryDelayMs = 500
