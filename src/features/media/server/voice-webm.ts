// WebM consists of nested elements (EBML): an id, a size, then content or further elements.
import { BrokenRecording, maxPackets, opusDuration, opusRate, type Packet, type Recording } from './voice-note.ts'

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  seekPreRoll: 0x56bb,
  encodings: 0x6d80,
  audio: 0xe1,
  samplingRate: 0xb5,
  channels: 0x9f,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
}

/** Recorders write them with an unknown size, as they do not know yet how long they become. */
const entered = [ids.segment, ids.tracks, ids.cluster, ids.blockGroup]

type Element = { readonly id: number; readonly content: number; readonly end: number | undefined }

/** Reads the only Opus track of a WebM file. Throws BrokenRecording. */
export function readWebm(file: Buffer): Recording {
  let track: { number: number; channels: number; preSkip: number } | undefined
  const packets: Packet[] = []
  for (let at = 0; at < file.length; ) {
    const { id, content, end } = readElement(file, at)
    if (entered.includes(id)) {
      at = content
      continue
    }
    if (end === undefined) throw new BrokenRecording('an element without a size')
    if (id === ids.track) {
      const found = readTrack(file.subarray(content, end))
      if (found && track) throw new BrokenRecording('two tracks of sound')
      track ??= found
    }
    if (track && (id === ids.simpleBlock || id === ids.block)) {
      const bytes = readBlock(file.subarray(content, end), track.number)
      if (bytes) packets.push({ bytes, duration: opusDuration(bytes) })
      if (packets.length > maxPackets) throw new BrokenRecording('too many packets')
    }
    at = end
  }
  if (!track || packets.length === 0) throw new BrokenRecording('no sound')
  return { codec: 'opus', rate: opusRate, channels: track.channels, preSkip: track.preSkip, packets }
}

/** Undefined for tracks other than sound. */
function readTrack(content: Buffer) {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at < content.length; ) {
    const element = readElement(content, at)
    if (element.end === undefined) throw new BrokenRecording('an element without a size')
    fields.set(element.id, content.subarray(element.content, element.end))
    at = element.end
  }
  if (readUint(fields.get(ids.trackType)) !== 2) return undefined
  const head = fields.get(ids.codecPrivate)
  const isOpus = fields.get(ids.codecId)?.toString('latin1').replace(/\0+$/, '') === 'A_OPUS'
  if (!isOpus || fields.has(ids.encodings) || !head || head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead')
    throw new BrokenRecording('another codec')
  const channels = head.readUInt8(9)
  if (channels < 1 || channels > 2 || head.readUInt8(18) !== 0) throw new BrokenRecording('too many channels')
  return { number: readUint(fields.get(ids.trackNumber)), channels, preSkip: head.readUInt16LE(10) }
}

/** The packet of a block: after the number of its track, two bytes of time, and flags. */
function readBlock(block: Buffer, track: number): Buffer | undefined {
  const number = readVint(block, 0)
  const flags = block[number.end + 2]
  if (flags === undefined) throw new BrokenRecording('half a block')
  if (number.value !== track) return undefined
  if ((flags & 6) !== 0) throw new BrokenRecording('several packets in a block')
  return block.subarray(number.end + 3)
}

function readElement(bytes: Buffer, at: number): Element {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23
  if (idLength > 4 || at + idLength >= bytes.length) throw new BrokenRecording('half an element')
  const id = bytes.readUIntBE(at, idLength)
  const size = readVint(bytes, at + idLength)
  const end = size.value === undefined ? undefined : size.end + size.value
  if (end !== undefined && end > bytes.length) throw new BrokenRecording('a size that does not fit')
  return { id, content: size.end, end }
}

/** A number whose first bit that is set tells its length. All ones: unknown. */
function readVint(bytes: Buffer, at: number): { value: number | undefined; end: number } {
  const length = Math.clz32(bytes[at] ?? 0) - 23
  const end = at + length
  if (length > 8 || end > bytes.length) throw new BrokenRecording('half a size')
  let value = (bytes[at] as number) & (0xff >> length)
  let isUnknown = value === 0xff >> length
  for (let next = at + 1; next < end; next++) {
    isUnknown &&= bytes[next] === 0xff
    value = value * 256 + (bytes[next] as number)
  }
  return { value: isUnknown ? undefined : value, end }
}

function readUint(bytes: Buffer | undefined): number {
  if (!bytes || bytes.length < 1 || bytes.length > 6) throw new BrokenRecording('no number')
  return bytes.readUIntBE(0, bytes.length)
}

/** Milliseconds per cluster: a player can jump to the beginning of each. */
const clusterMs = 5000

/** Writes a WebM file that has nothing but the packets and what a player needs. */
export function writeWebm({ channels, preSkip, packets }: Recording): Buffer {
  const clusters = toClusters(packets)
  const bodies = clusters.map(({ startMs, blocks }) =>
    element(ids.cluster, element(ids.timestamp, uint(startMs, 4)), ...blocks),
  )
  const info = element(
    ids.info,
    element(ids.timestampScale, uint(1_000_000, 4)),
    element(ids.duration, float(sumDurations(packets) / (opusRate / 1000))),
  )
  const tracks = element(ids.tracks, writeTrack(channels, preSkip))
  const before = info.length + tracks.length
  const cuesLength = writeCues(clusters, bodies, 0).length // every number in it has a fixed length
  const cues = writeCues(clusters, bodies, before + cuesLength)
  return Buffer.concat([writeHeader(), element(ids.segment, info, tracks, cues, ...bodies)])
}

const sumDurations = (packets: readonly Packet[]) => packets.reduce((sum, { duration }) => sum + duration, 0)

function toClusters(packets: readonly Packet[]) {
  const clusters: { readonly startMs: number; readonly blocks: Buffer[] }[] = []
  let samples = 0
  for (const { bytes, duration } of packets) {
    const ms = Math.round(samples / (opusRate / 1000))
    let last = clusters.at(-1)
    if (!last || ms - last.startMs >= clusterMs) {
      last = { startMs: ms, blocks: [] }
      clusters.push(last)
    }
    const head = Buffer.from([0x81, 0, 0, 0x80]) // track 1, time in the cluster, can be decoded on its own
    head.writeInt16BE(ms - last.startMs, 1)
    last.blocks.push(element(ids.simpleBlock, head, bytes))
    samples += duration
  }
  return clusters
}

function writeHeader(): Buffer {
  const [version, readVersion, maxIdLength, maxSizeLength] = [0x4286, 0x42f7, 0x42f2, 0x42f3]
  const [docType, docVersion, docReadVersion] = [0x4282, 0x4287, 0x4285]
  return element(
    ids.header,
    element(version, uint(1, 1)),
    element(readVersion, uint(1, 1)),
    element(maxIdLength, uint(4, 1)),
    element(maxSizeLength, uint(8, 1)),
    element(docType, Buffer.from('webm')),
    element(docVersion, uint(4, 1)),
    element(docReadVersion, uint(2, 1)),
  )
}

/** Nanoseconds that a decoder needs before a place to which a player jumps (RFC 7845). */
const seekPreRollNs = 80_000_000

function writeTrack(channels: number, preSkip: number): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(channels, 9)
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(opusRate, 12)
  return element(
    ids.track,
    element(ids.trackNumber, uint(1, 1)),
    element(ids.trackUid, uint(1, 1)),
    element(ids.trackType, uint(2, 1)),
    element(ids.codecId, Buffer.from('A_OPUS')),
    element(ids.codecPrivate, head),
    element(ids.codecDelay, uint(Math.round((preSkip / opusRate) * 1e9), 4)),
    element(ids.seekPreRoll, uint(seekPreRollNs, 4)),
    element(ids.audio, element(ids.samplingRate, float(opusRate)), element(ids.channels, uint(channels, 1))),
  )
}

/** Where each cluster begins, counted from the content of the segment. */
function writeCues(clusters: readonly { startMs: number }[], bodies: readonly Buffer[], from: number): Buffer {
  let position = from
  const points = clusters.map(({ startMs }, index) => {
    const place = element(
      ids.cuePositions,
      element(ids.cueTrack, uint(1, 1)),
      element(ids.cueCluster, uint(position, 4)),
    )
    position += (bodies[index] as Buffer).length
    return element(ids.cuePoint, element(ids.cueTime, uint(startMs, 4)), place)
  })
  return element(ids.cues, ...points)
}

/** Sizes have eight bytes: no element changes its length with its content's. */
function element(id: number, ...content: readonly Buffer[]): Buffer {
  const idBytes = uint(id, Math.ceil((32 - Math.clz32(id)) / 8))
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(content.reduce((sum, { length }) => sum + length, 0)))
  size[0] = 1
  return Buffer.concat([idBytes, size, ...content])
}

function uint(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
