// Voice notes: what is read of a recording, and written again without anything else. Runs in the decoder.

/** Encoded audio and what a player needs to know about it. */
export type Recording = {
  readonly codec: 'opus' | 'aac'
  /** 1 or 2. */
  readonly channels: number
  /** Samples per second. */
  readonly rate: number
  /** Of Opus: samples at 48 kHz that a player skips at the beginning. */
  readonly preSkip: number
  readonly packets: readonly Packet[]
}

/** `duration` in samples at `rate`, by its own content. */
export type Packet = { readonly bytes: Buffer; readonly duration: number }

/** The file is not a supported recording. */
export class BrokenRecording extends Error {}

/** More than three minutes of the shortest packets. Bounds the work for files made to keep the server busy. */
export const maxPackets = 80_000

export const opusRate = 48_000

/** Frames of Opus in samples at 48 kHz, by the first five bits of a packet (RFC 6716, section 3.1). */
function opusFrameSamples(config: number): number {
  if (config < 12) return [480, 960, 1920, 2880][config & 3] as number
  if (config < 16) return [480, 960][config & 1] as number
  return [120, 240, 480, 960][config & 3] as number
}

/** Samples at 48 kHz of an Opus packet: at most 120 ms. */
export function opusDuration(packet: Buffer): number {
  const [first, second] = packet
  if (first === undefined) throw new BrokenRecording('an empty packet')
  const code = first & 3
  const count = code === 0 ? 1 : code < 3 ? 2 : (second ?? 0) & 63
  const duration = count * opusFrameSamples(first >> 3)
  if (duration === 0 || duration > 5760) throw new BrokenRecording('a packet of a wrong length')
  return duration
}

export const toMilliseconds = ({ packets, rate }: Recording): number =>
  Math.round((packets.reduce((sum, { duration }) => sum + duration, 0) / rate) * 1000)
