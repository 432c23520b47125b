import { waveformLength } from '../attachment-contract.gen.ts'

/** The quietest value that is still drawn. */
const minValue = 4

/** 40 values from 0 to 100 of the loudness measured while recording: the loudest moment of each part, by the loudest of all. */
export function toWaveform(levels: readonly number[]): number[] {
  const highest = levels.reduce((highest, level) => Math.max(highest, level), 0)
  return Array.from({ length: waveformLength }, (_, index) => {
    const from = Math.floor((index * levels.length) / waveformLength)
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / waveformLength))
    const loudest = levels.slice(from, to).reduce((highest, level) => Math.max(highest, level), 0)
    return highest === 0 ? minValue : Math.max(minValue, Math.round((loudest / highest) * 100))
  })
}
