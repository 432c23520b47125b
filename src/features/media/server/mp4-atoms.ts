// MP4 and MOV files consist of nested boxes ("atoms"): four bytes of size, four of type, then content or further atoms.
import type { FileHandle } from 'node:fs/promises'

/** Atoms that a player needs, by container. Others may reveal where, when and by which user a video was recorded. */
const kept: Readonly<Record<string, readonly string[]>> = {
  '': ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tref', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  moof: ['mfhd', 'traf'],
}
const withTimes = ['mvhd', 'tkhd', 'mdhd']
/** More than any camera writes. Bounds the work for files made to keep the server busy. */
const maxAtoms = 20_000

type Atom = { readonly type: string; readonly start: number; readonly content: number; readonly end: number }
type Size = { readonly width: number; readonly height: number }

/** The file is not a supported video. */
export class BrokenVideo extends Error {}

/**
 * Overwrites everything a player does not need with zeroed `free` atoms in place: locations, names, comments, XMP,
 * position tracks. Zeroes the recording times. Reads headers only, so length costs nothing. Returns the display size.
 * Throws BrokenVideo, possibly halfway.
 */
export async function stripVideo(file: FileHandle): Promise<Size | undefined> {
  const { size: end } = await file.stat()
  let budget = maxAtoms
  let shown: Size | undefined
  let hasPictures = false

  const walk = async (container: string, from: number, to: number) => {
    for (let at = from; at < to; ) {
      if (budget-- === 0) throw new BrokenVideo('too many atoms')
      const atom = await readAtom(file, at, to, container === '')
      at = atom.end
      const kind = atom.type === 'trak' ? await atomType(file, atom) : undefined
      const isSideTrack = kind !== undefined && kind !== 'vide' && kind !== 'soun'
      if (!kept[container]?.includes(atom.type) || isSideTrack) {
        await blank(file, atom)
        continue
      }
      if (kind === 'vide') hasPictures = true
      if (withTimes.includes(atom.type)) await clearTimes(file, atom)
      if (atom.type === 'tkhd') shown ??= await atomSize(file, atom)
      if (atom.type in kept) await walk(atom.type, atom.content, atom.end)
    }
  }
  await walk('', 0, end)
  if (!hasPictures) throw new BrokenVideo('no pictures')
  return shown
}

async function readAtom(file: FileHandle, start: number, limit: number, mayReachEnd: boolean): Promise<Atom> {
  if (start + 8 > limit) throw new BrokenVideo('half an atom')
  const head = await bytesAt(file, start, Math.min(16, limit - start))
  const short = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  if (short === 0 && mayReachEnd) return { type, start, content: start + 8, end: limit }
  const isLong = short === 1
  if (isLong && head.length < 16) throw new BrokenVideo('half a size')
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short
  const content = start + (isLong ? 16 : 8)
  const end = start + size
  if (end < content || end > limit) throw new BrokenVideo('a size that does not fit')
  return { type, start, content, end }
}

async function blank(file: FileHandle, { start, content, end }: Atom) {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, start + 4)
  const zeros = Buffer.alloc(Math.min(65_536, end - content))
  for (let at = content; at < end; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, end - at), at)
}

/** Returns `vide`, `soun` or another type: cameras write positions, speed and faces into separate tracks. */
async function atomType(file: FileHandle, track: Atom): Promise<string> {
  const media = await find(file, track, 'mdia')
  const handler = media && (await find(file, media, 'hdlr'))
  if (!handler || handler.end - handler.content < 12) throw new BrokenVideo('a track without a kind')
  return (await bytesAt(file, handler.content + 8, 4)).toString('latin1')
}

async function find(file: FileHandle, parent: Atom, type: string): Promise<Atom | undefined> {
  for (let at = parent.content, left = 100; at < parent.end && left > 0; left--) {
    const atom = await readAtom(file, at, parent.end, false)
    if (atom.type === type) return atom
    at = atom.end
  }
  return undefined
}

/** Version and flags, then the creation and modification times in 4 bytes each, or 8 bytes from version 1. */
async function clearTimes(file: FileHandle, { content, end }: Atom) {
  const [version] = await bytesAt(file, content, 1)
  const length = version === 1 ? 16 : 8
  if (content + 4 + length > end) throw new BrokenVideo('half a header')
  await file.write(Buffer.alloc(length), 0, length, content + 4)
}

/** A track header ends with a matrix of nine numbers, then width and height. A quarter turn swaps the two. */
async function atomSize(file: FileHandle, { content, end }: Atom): Promise<Size | undefined> {
  const tail = 36 + 8
  if (end - tail < content) throw new BrokenVideo('half a track header')
  const numbers = await bytesAt(file, end - tail, tail)
  const width = numbers.readUInt16BE(36)
  const height = numbers.readUInt16BE(40)
  if (width === 0 || height === 0) return undefined
  const isTurned = numbers.readInt32BE(0) === 0 && numbers.readInt32BE(4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new BrokenVideo('the file ends too soon')
  return buffer
}
