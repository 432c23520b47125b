// Recordings as browsers write them, with everything that tells where, when and by which program they were made.

/** What must not remain of a recording. */
export const recordingSecrets = ['Library of Northfield', 'SecretRecorder 7.1', '2026-11-27T09:41:00Z', 'Ada Castellan']
const [place = '', program = '', time = '', person = ''] = recordingSecrets

/** Opus packets of 20 ms of mono, each with other bytes. */
export const makeOpusPackets = (count: number): readonly Buffer[] =>
  Array.from({ length: count }, (_, index) => Buffer.concat([Buffer.from([0xf8]), Buffer.alloc(40, index % 251)]))

const sumLengths = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)

/** An element of WebM. Without a size: an unknown one, as for what is still being recorded. */
function element(id: number, parts: readonly Buffer[], hasSize = true): Buffer {
  const name = Buffer.from(id.toString(16), 'hex')
  const size = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])
  if (hasSize) size.writeUInt32BE(sumLengths(parts), 4)
  else size.fill(0xff, 1)
  return Buffer.concat([name, size, ...parts])
}
const word = (text: string) => Buffer.from(text)

const opusHead = Buffer.from([...word('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0])

type Changes = { readonly codec?: string; readonly flags?: number; readonly claimedMs?: number }

/** A WebM file with tags, an attachment, times, names of programs and a wrong duration. */
export function makeWebm(
  packets: readonly Buffer[],
  { codec = 'A_OPUS', flags = 0x80, claimedMs = 1000 }: Changes = {},
) {
  const claimed = Buffer.alloc(8)
  claimed.writeDoubleBE(claimedMs)
  const info = [
    element(0x2ad7b1, [Buffer.from([0x0f, 0x42, 0x40])]),
    element(0x4489, [claimed]),
    element(0x4461, [word(time).subarray(0, 8)]),
    element(0x4d80, [word(program)]),
    element(0x5741, [word(program)]),
    element(0x7ba9, [word(place)]),
  ]
  const track = [
    element(0xd7, [Buffer.from([1])]),
    element(0x83, [Buffer.from([2])]),
    element(0x86, [word(codec)]),
    element(0x536e, [word(person)]),
    element(0x63a2, [opusHead]),
  ]
  const blocks = packets.map((packet, index) => {
    const head = Buffer.from([0x81, 0, 0, flags])
    head.writeInt16BE(index % 100, 1)
    return element(0xa3, [head, packet])
  })
  const tag = element(0x1254c367, [element(0x7373, [element(0x67c8, [element(0x4487, [word(`${place} ${time}`)])])])])
  const attachment = element(0x1941a469, [element(0x61a7, [element(0x466e, [word(person)])])])
  const cluster = element(0x1f43b675, [element(0xe7, [Buffer.from([0])]), ...blocks], false)
  const segment = [
    element(0x1549a966, info),
    element(0x1654ae6b, [element(0xae, track)]),
    tag,
    attachment,
    cluster,
    tag,
  ]
  return Buffer.concat([element(0x1a45dfa3, [element(0x4282, [word('webm')])]), element(0x18538067, segment, false)])
}

/** A box of MP4. */
function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + sumLengths(parts))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}
const numbers = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const soundHead = Buffer.concat([
  Buffer.alloc(6),
  Buffer.from([0, 1]),
  Buffer.alloc(8),
  Buffer.from([0, 1, 0, 16]),
  numbers(0, 48_000 * 65_536),
])
const opusEntry = box('Opus', soundHead, box('dOps', Buffer.from([0, 1, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0])))
const descriptor = (tag: number, ...parts: readonly Buffer[]) =>
  Buffer.concat([Buffer.from([tag, 0x80, 0x80, 0x80, sumLengths(parts)]), ...parts])
/** Low complexity, 44,100 samples per second, mono; then what the encoder adds. */
const specific = descriptor(5, Buffer.from([0x12, 0x08, 0x56, 0xe5, 0x00]))
const aacEntry = box(
  'mp4a',
  soundHead,
  box(
    'esds',
    numbers(0),
    descriptor(3, Buffer.from([0, 1, 0]), descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), numbers(0, 0), specific)),
  ),
)

const creationTime = 3_872_000_000
const times = numbers(creationTime, creationTime)
const secretBoxes = () => [
  box('udta', box('\u00a9xyz', word(place)), box('\u00a9too', word(program))),
  box('meta', word(`${person} ${time}`)),
  box('uuid', word(place)),
]

type Mp4 = {
  readonly codec?: 'opus' | 'aac'
  readonly isFragmented?: boolean
  readonly kind?: string
  readonly sizes?: readonly number[]
}

/** An MP4 file with tags, times, names of programs and free space that holds text. */
export function makeMp4(
  packets: readonly Buffer[],
  { codec = 'opus', isFragmented = false, kind = 'soun', sizes }: Mp4 = {},
) {
  const lengths = sizes ?? packets.map(({ length }) => length)
  const type = box('ftyp', word('isom'), numbers(0), word('isom'))
  const listed = isFragmented ? [] : lengths
  const movie = (offset: number) =>
    box(
      'moov',
      box('mvhd', numbers(0), times, numbers(1000, 1000), Buffer.alloc(80)),
      box(
        'trak',
        box('tkhd', numbers(0), times, numbers(1), Buffer.alloc(64)),
        box(
          'mdia',
          box('mdhd', numbers(0), times, numbers(48_000, 0, 0)),
          box('hdlr', numbers(0, 0), word(kind), Buffer.alloc(12), word(`${program}\0`)),
          box(
            'minf',
            box('smhd', numbers(0, 0)),
            box(
              'stbl',
              box('stsd', numbers(0, 1), codec === 'opus' ? opusEntry : aacEntry),
              box('stts', numbers(0, 0)),
              box(
                'stsc',
                numbers(0, listed.length > 0 ? 1 : 0),
                listed.length > 0 ? numbers(1, 3, 1) : Buffer.alloc(0),
              ),
              box('stsz', numbers(0, 0, listed.length, ...listed)),
              box('stco', ...listChunks(listed, offset)),
            ),
          ),
        ),
      ),
      ...secretBoxes(),
    )
  const data = box('mdat', ...packets)
  const free = box('free', word(place))
  if (!isFragmented) {
    const offset = type.length + movie(0).length + free.length + 8
    return Buffer.concat([type, movie(offset), free, data])
  }
  const fragment = (offset: number) =>
    box(
      'moof',
      box('mfhd', numbers(0, 1)),
      box('traf', box('tfhd', numbers(0x20000, 1)), box('trun', numbers(0x201, lengths.length, offset, ...lengths))),
    )
  return Buffer.concat([type, movie(0), ...secretBoxes().slice(2), fragment(fragment(0).length + 8), data, free])
}

/** Chunks of three samples. */
function listChunks(lengths: readonly number[], offset: number): readonly Buffer[] {
  const offsets: number[] = []
  let position = offset
  for (const [index, length] of lengths.entries()) {
    if (index % 3 === 0) offsets.push(position)
    position += length
  }
  return [numbers(0, offsets.length, ...offsets)]
}
