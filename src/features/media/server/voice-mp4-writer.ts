import { aacRates } from './voice-mp4.ts'
import { opusRate, type Recording } from './voice-note.ts'

/** Writes an MP4 file that has nothing but the packets and what a player needs, its header first. */
export function writeMp4(recording: Recording): Buffer {
  const type = box('ftyp', text('M4A '), uint32(0), text('M4A isomiso2mp41'))
  const data = box('mdat', ...recording.packets.map(({ bytes }) => bytes))
  const headerLength = writeMovie(recording, 0).length // the same with any offset
  return Buffer.concat([type, writeMovie(recording, type.length + headerLength + 8), data])
}

const identity = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((value) => uint32(value)))

/** Everything before the sound. `dataOffset` is where the packets begin in the file. */
function writeMovie(recording: Recording, dataOffset: number): Buffer {
  const { rate, packets } = recording
  const duration = packets.reduce((sum, packet) => sum + packet.duration, 0)
  const noTimes = Buffer.alloc(8)
  const fullVolume = Buffer.from([1, 0])
  return box(
    'moov',
    box(
      'mvhd',
      ...[uint32(0), noTimes, uint32(rate), uint32(duration), uint32(0x10000), fullVolume, Buffer.alloc(10), identity],
      ...[Buffer.alloc(24), uint32(2)],
    ),
    box(
      'trak',
      box(
        'tkhd',
        ...[uint32(3), noTimes, uint32(1), uint32(0), uint32(duration), Buffer.alloc(12), fullVolume, Buffer.alloc(2)],
        ...[identity, Buffer.alloc(8)],
      ),
      box(
        'mdia',
        box('mdhd', uint32(0), noTimes, uint32(rate), uint32(duration), Buffer.from([0x55, 0xc4, 0, 0])), // language: und
        box('hdlr', Buffer.alloc(8), text('soun'), Buffer.alloc(13)),
        box(
          'minf',
          box('smhd', Buffer.alloc(8)),
          box('dinf', box('dref', uint32(0), uint32(1), box('url ', uint32(1)))),
          writeTable(recording, dataOffset),
        ),
      ),
    ),
  )
}

function writeTable(recording: Recording, dataOffset: number): Buffer {
  const { packets } = recording
  return box(
    'stbl',
    box('stsd', uint32(0), uint32(1), writeFormat(recording)),
    writeDurations(recording),
    box('stsc', uint32(0), uint32(1), uint32(1), uint32(packets.length), uint32(1)),
    box('stsz', uint32(0), uint32(0), uint32(packets.length), ...packets.map(({ bytes }) => uint32(bytes.length))),
    box('stco', uint32(0), uint32(1), uint32(dataOffset)),
  )
}

/** Packets that follow each other and have the same duration are one entry. */
function writeDurations({ packets }: Recording): Buffer {
  const entries: { count: number; readonly duration: number }[] = []
  for (const { duration } of packets) {
    const last = entries.at(-1)
    if (last?.duration === duration) last.count++
    else entries.push({ count: 1, duration })
  }
  const rows = entries.flatMap(({ count, duration }) => [uint32(count), uint32(duration)])
  return box('stts', uint32(0), uint32(entries.length), ...rows)
}

function writeFormat({ codec, rate, channels, preSkip }: Recording): Buffer {
  const sound = [Buffer.alloc(6), uint16(1), Buffer.alloc(8), uint16(channels), uint16(16), uint32(0)]
  const head = Buffer.concat([...sound, uint16(rate > 0xffff ? 0 : rate), uint16(0)])
  if (codec === 'opus') {
    const description = [Buffer.from([0, channels]), uint16(preSkip), uint32(opusRate), uint16(0), Buffer.from([0])]
    return box('Opus', head, box('dOps', ...description))
  }
  const specific = uint16((2 << 11) | (aacRates.indexOf(rate) << 7) | (channels << 3))
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), uint32(0), uint32(0), descriptor(5, specific))
  return box(
    'mp4a',
    head,
    box('esds', uint32(0), descriptor(3, uint16(1), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2])))),
  )
}

function descriptor(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const length = content.reduce((sum, bytes) => sum + bytes.length, 8)
  return Buffer.concat([uint32(length), text(type), ...content])
}

const text = (value: string) => Buffer.from(value, 'latin1')

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
