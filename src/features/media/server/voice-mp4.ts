// Reads the sound of an MP4 file, whether its samples are listed at its beginning or in fragments, as recorders write it.
import { BrokenRecording, maxPackets, opusDuration, opusRate, type Recording } from './voice-note.ts'

type Box = { readonly type: string; readonly start: number; readonly content: number; readonly end: number }

/** Where a sample is in the file. */
type Place = { readonly start: number; readonly length: number }

type Track = { readonly id: number; readonly format: Pick<Recording, 'codec' | 'rate' | 'channels' | 'preSkip'> }

/** Reads the only sound track of an MP4 file. Throws BrokenRecording. */
export function readMp4(file: Buffer): Recording {
  const boxes = listBoxes(file, 0, file.length)
  const movie = boxes.find(({ type }) => type === 'moov')
  if (!movie) throw new BrokenRecording('no header')
  const sounds = listBoxes(file, movie.content, movie.end).filter(
    (box) => box.type === 'trak' && trackType(file, box) === 'soun',
  )
  const [only] = sounds
  if (!only || sounds.length > 1) throw new BrokenRecording('not one track of sound')
  const table = descend(file, only, ['mdia', 'minf', 'stbl'])
  const track: Track = { id: trackId(file, only), format: readFormat(file, table) }
  const places = listPlaces(file, table)
  for (const fragment of boxes.filter(({ type }) => type === 'moof'))
    listFragmentPlaces(file, { fragment, track: track.id, movie }, places)
  return { ...track.format, packets: readPackets(file, track, places) }
}

/** An AAC packet has 1,024 samples. */
const aacSamples = 1024

function readPackets(file: Buffer, { format }: Track, places: readonly Place[]) {
  if (places.length === 0) throw new BrokenRecording('no sound')
  let total = 0
  return places.map(({ start, length }) => {
    total += length
    // Samples that share bytes would make the result larger than the file.
    if (length === 0 || start + length > file.length || total > file.length) throw new BrokenRecording('half a sample')
    const bytes = file.subarray(start, start + length)
    return { bytes, duration: format.codec === 'opus' ? opusDuration(bytes) : aacSamples }
  })
}

function listBoxes(file: Buffer, from: number, to: number): readonly Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    if (at + 8 > to || boxes.length > maxPackets) throw new BrokenRecording('half a box')
    const short = file.readUInt32BE(at)
    const isLong = short === 1
    if (isLong && at + 16 > to) throw new BrokenRecording('half a size')
    const size = isLong ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const content = at + (isLong ? 16 : 8)
    if (at + size < content || at + size > to) throw new BrokenRecording('a size that does not fit')
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at, content, end: at + size })
    at += size
  }
  return boxes
}

/** Finds a box by its path below another one. */
function descend(file: Buffer, from: Box, path: readonly string[]): Box {
  let box: Box | undefined = from
  for (const type of path) {
    box = listBoxes(file, box.content, box.end).find((child) => child.type === type)
    if (!box) throw new BrokenRecording(`no ${type}`)
  }
  return box
}

/** Reads numbers within a box, and throws BrokenRecording beyond its end. */
function createReader(file: Buffer, { content, end }: Pick<Box, 'content' | 'end'>) {
  let at = content
  const read = (length: number) => {
    if (at + length > end) throw new BrokenRecording('half a box')
    at += length
    return at - length
  }
  return {
    skip: (length: number) => void read(length),
    uint8: () => file.readUInt8(read(1)),
    uint16: () => file.readUInt16BE(read(2)),
    uint32: () => file.readUInt32BE(read(4)),
    int32: () => file.readInt32BE(read(4)),
    uint64: () => Number(file.readBigUInt64BE(read(8))),
    position: () => at,
  }
}

function trackType(file: Buffer, track: Box): string {
  const reader = createReader(file, descend(file, track, ['mdia', 'hdlr']))
  reader.skip(12)
  return file.toString('latin1', reader.position() - 4, reader.position())
}

function trackId(file: Buffer, track: Box): number {
  const reader = createReader(file, descend(file, track, ['tkhd']))
  const version = reader.uint8()
  reader.skip(3 + (version === 1 ? 16 : 8))
  return reader.uint32()
}

/** Length of a description of sound before its own boxes. */
const soundEntryLength = 28

function readFormat(file: Buffer, table: Box): Track['format'] {
  const list = descend(file, table, ['stsd'])
  const [entry, ...more] = listBoxes(file, list.content + 8, list.end)
  if (!entry || more.length > 0) throw new BrokenRecording('not one format')
  const reader = createReader(file, entry)
  reader.skip(8)
  if (reader.uint16() !== 0) throw new BrokenRecording('a format of QuickTime')
  const inside = { ...entry, content: entry.content + soundEntryLength }
  if (inside.content > entry.end) throw new BrokenRecording('half a format')
  if (entry.type === 'Opus') return readOpusFormat(file, descend(file, inside, ['dOps']))
  if (entry.type === 'mp4a') return readAacFormat(file, descend(file, inside, ['esds']))
  throw new BrokenRecording('another codec')
}

function readOpusFormat(file: Buffer, box: Box): Track['format'] {
  const reader = createReader(file, box)
  reader.skip(1)
  const channels = reader.uint8()
  const preSkip = reader.uint16()
  reader.skip(6)
  if (channels < 1 || channels > 2 || reader.uint8() !== 0) throw new BrokenRecording('too many channels')
  return { codec: 'opus', rate: opusRate, channels, preSkip }
}

/** Samples per second by their number in the description of AAC. */
export const aacRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
const tags = { descriptor: 3, decoder: 4, specific: 5 }
const aacObjectType = 0x40
const lowComplexity = 2

/** Reads nested descriptors: a tag, a size of up to four bytes, then content. */
function readAacFormat(file: Buffer, box: Box): Track['format'] {
  const reader = createReader(file, box)
  const open = (tag: number) => {
    if (reader.uint8() !== tag) throw new BrokenRecording('no description of AAC')
    for (let left = 4; left > 0 && (reader.uint8() & 0x80) !== 0; ) left--
  }
  reader.skip(4)
  open(tags.descriptor)
  reader.skip(2)
  const flags = reader.uint8()
  if (flags !== 0) throw new BrokenRecording('a stream that depends on others')
  open(tags.decoder)
  if (reader.uint8() !== aacObjectType) throw new BrokenRecording('another codec')
  reader.skip(12)
  open(tags.specific)
  const bits = reader.uint16()
  const rate = aacRates[(bits >> 7) & 15]
  const channels = (bits >> 3) & 15
  const hasOtherFrames = (bits & 4) !== 0
  if (bits >> 11 !== lowComplexity || rate === undefined || hasOtherFrames || channels < 1 || channels > 2)
    throw new BrokenRecording('another kind of AAC')
  return { codec: 'aac', rate, channels, preSkip: 0 }
}

/** Samples that the header lists: their sizes, and chunks of several that follow each other. */
function listPlaces(file: Buffer, table: Box): Place[] {
  const children = listBoxes(file, table.content, table.end)
  const find = (type: string) => children.find((child) => child.type === type)
  const sizes = find('stsz')
  const offsets = find('stco') ?? find('co64')
  const groups = find('stsc')
  if (!sizes || !offsets || !groups) throw new BrokenRecording('no list of samples')
  const nextSize = readSizes(file, sizes)
  const chunks = readNumbers(file, offsets, offsets.type === 'co64')
  const counts = readGroups(file, groups)
  const places: Place[] = []
  for (const [index, offset] of chunks.entries()) {
    let start = offset
    const count = counts.findLast(({ first }) => first <= index + 1)?.count ?? 0
    for (let left = count; left > 0; left--) {
      const length = nextSize()
      if (length === undefined) return places
      places.push({ start, length })
      if (places.length > maxPackets) throw new BrokenRecording('too many samples')
      start += length
    }
  }
  return places
}

function readSizes(file: Buffer, box: Box): () => number | undefined {
  const reader = createReader(file, box)
  reader.skip(4)
  const common = reader.uint32()
  let left = reader.uint32()
  return () => {
    if (left === 0) return undefined
    left--
    return common === 0 ? reader.uint32() : common
  }
}

function readNumbers(file: Buffer, box: Box, isLong: boolean): number[] {
  const reader = createReader(file, box)
  reader.skip(4)
  const count = reader.uint32()
  if (count > maxPackets) throw new BrokenRecording('too many chunks')
  return Array.from({ length: count }, () => (isLong ? reader.uint64() : reader.uint32()))
}

function readGroups(file: Buffer, box: Box): { first: number; count: number }[] {
  const reader = createReader(file, box)
  reader.skip(4)
  const length = reader.uint32()
  if (length > maxPackets) throw new BrokenRecording('too many groups')
  return Array.from({ length }, () => {
    const group = { first: reader.uint32(), count: reader.uint32() }
    reader.skip(4)
    return group
  })
}

type Fragment = { readonly fragment: Box; readonly track: number; readonly movie: Box }

const header = { baseOffset: 1, description: 2, duration: 8, size: 16 }
const run = { offset: 1, firstFlags: 4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 }

/** Adds the samples of a fragment. */
function listFragmentPlaces(file: Buffer, { fragment, track, movie }: Fragment, places: Place[]): void {
  for (const part of listBoxes(file, fragment.content, fragment.end).filter(({ type }) => type === 'traf')) {
    const children = listBoxes(file, part.content, part.end)
    const head = children.find(({ type }) => type === 'tfhd')
    if (!head) throw new BrokenRecording('no header of a fragment')
    const reader = createReader(file, head)
    const flags = reader.uint32() & 0xffffff
    if (reader.uint32() !== track) continue
    const base = flags & header.baseOffset ? reader.uint64() : fragment.start
    if (flags & header.description) reader.skip(4)
    if (flags & header.duration) reader.skip(4)
    const size = flags & header.size ? reader.uint32() : findDefaultSize(file, movie, track)
    let start = base
    for (const child of children.filter(({ type }) => type === 'trun'))
      start = listRun(file, child, { base, start, size }, places)
  }
}

/** Adds the samples of one run, and returns where it ends. */
function listRun(
  file: Buffer,
  box: Box,
  { base, start: afterLast, size }: { base: number; start: number; size: number },
  places: Place[],
): number {
  const reader = createReader(file, box)
  const flags = reader.uint32() & 0xffffff
  const count = reader.uint32()
  if (places.length + count > maxPackets) throw new BrokenRecording('too many samples')
  let start = flags & run.offset ? base + reader.int32() : afterLast
  if (start < 0) throw new BrokenRecording('a sample before the file')
  if (flags & run.firstFlags) reader.skip(4)
  for (let left = count; left > 0; left--) {
    if (flags & run.duration) reader.skip(4)
    const length = flags & run.size ? reader.uint32() : size
    if (flags & run.flags) reader.skip(4)
    if (flags & run.composition) reader.skip(4)
    places.push({ start, length })
    start += length
  }
  return start
}

/** The size of samples in fragments that name none. */
function findDefaultSize(file: Buffer, movie: Box, track: number): number {
  const extension = listBoxes(file, movie.content, movie.end).find(({ type }) => type === 'mvex')
  for (const box of extension ? listBoxes(file, extension.content, extension.end) : []) {
    if (box.type !== 'trex') continue
    const reader = createReader(file, box)
    reader.skip(4)
    if (reader.uint32() !== track) continue
    reader.skip(8)
    return reader.uint32()
  }
  return 0
}
