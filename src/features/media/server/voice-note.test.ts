import { expect, test } from 'vitest'
import { makeMp4, makeOpusPackets, makeWebm, recordingSecrets } from '../../../testing/recordings.ts'
import { readMp4 } from './voice-mp4.ts'
import { writeMp4 } from './voice-mp4-writer.ts'
import { BrokenRecording, opusDuration, toMilliseconds } from './voice-note.ts'
import { readWebm, writeWebm } from './voice-webm.ts'

const packets = makeOpusPackets(500)
const toBytes = ({ packets }: { packets: readonly { bytes: Buffer }[] }) =>
  packets.map(({ bytes }) => Buffer.from(bytes))

test('keeps the packets of a WebM recording and nothing else, and takes its length from them', () => {
  const recorded = makeWebm(packets, { claimedMs: 1000 })
  for (const secret of recordingSecrets.filter((text) => !text.includes('T09')))
    expect(recorded.includes(secret), secret).toBe(true)
  const recording = readWebm(recorded)
  expect(recording).toMatchObject({ codec: 'opus', channels: 1, rate: 48_000, preSkip: 312 })
  expect(toBytes(recording)).toEqual(packets)
  expect(toMilliseconds(recording)).toBe(10_000)
  const written = writeWebm(recording)
  for (const secret of recordingSecrets) expect(written.includes(secret), secret).toBe(false)
  expect(readWebm(written)).toEqual(recording)
  expect(writeWebm(readWebm(written)), 'the same file each time').toEqual(written)
})

test.each([
  ['a list of samples', { isFragmented: false }],
  ['fragments', { isFragmented: true }],
  ['AAC', { codec: 'aac' as const }],
])('keeps the packets of an MP4 recording with %s, and nothing else', (_, form) => {
  const recorded = makeMp4(packets, form)
  for (const secret of recordingSecrets) expect(recorded.includes(secret), secret).toBe(true)
  const recording = readMp4(recorded)
  expect(toBytes(recording)).toEqual(packets)
  const written = writeMp4(recording)
  for (const secret of recordingSecrets) expect(written.includes(secret), secret).toBe(false)
  expect(written.includes(Buffer.from('e6c9e600', 'hex')), 'its time').toBe(false)
  expect(readMp4(written)).toEqual(recording)
})

test('measures AAC by its samples, and Opus by the first byte of each packet', () => {
  const aac = readMp4(makeMp4(packets, { codec: 'aac' }))
  expect([aac.rate, toMilliseconds(aac)]).toEqual([44_100, Math.round((500 * 1024 * 1000) / 44_100)])
  const durations = [[0x00], [0x08], [0x18], [0x60], [0xe0], [0xf8], [0xf9], [0xfb, 3]]
  expect(durations.map((bytes) => opusDuration(Buffer.from(bytes)))).toEqual([
    480, 960, 2880, 480, 120, 960, 1920, 2880,
  ])
  for (const bytes of [[], [0xfb, 0], [0xfb, 63]])
    expect(() => opusDuration(Buffer.from(bytes))).toThrow(BrokenRecording)
})

test('refuses other codecs, several packets in a block, and tracks that are not sound', () => {
  for (const file of [
    makeWebm(packets, { codec: 'A_VORBIS' }),
    makeWebm(packets, { flags: 0x84 }),
    makeWebm([]),
    makeMp4([]),
    makeMp4(packets, { kind: 'vide' }),
  ])
    expect(() => (file.readUInt32BE(0) === 0x1a45dfa3 ? readWebm(file) : readMp4(file))).toThrow(BrokenRecording)
})

test('refuses samples that share bytes, and so would make a large file of a small one', () => {
  const file = makeMp4(makeOpusPackets(6), { sizes: [41, 41, 150, 150, 41, 41] })
  expect(() => readMp4(file)).toThrow(BrokenRecording)
})

test('refuses a file that ends too soon or has wrong numbers, and never hangs or throws anything else', () => {
  for (const whole of [
    makeWebm(makeOpusPackets(9)),
    makeMp4(makeOpusPackets(9)),
    makeMp4(makeOpusPackets(9), { isFragmented: true }),
  ]) {
    const read = (file: Buffer) => (whole.readUInt32BE(0) === 0x1a45dfa3 ? readWebm(file) : readMp4(file))
    for (let length = 0; length < whole.length; length += 3) expectBrokenOrRead(() => read(whole.subarray(0, length)))
    for (let at = 0; at < whole.length; at += 2)
      for (const value of [0, 1, 0x7f, 0xff]) {
        const file = Buffer.from(whole)
        file[at] = value
        expectBrokenOrRead(() => read(file))
      }
  }
})

function expectBrokenOrRead(read: () => unknown) {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(BrokenRecording)
  }
}
