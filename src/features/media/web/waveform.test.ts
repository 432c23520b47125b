import { expect, test } from 'vitest'
import { formatClock } from './clock.ts'
import { toWaveform } from './waveform.ts'

test('a waveform has 40 values by the loudest moment, however many were measured', () => {
  for (const length of [0, 1, 39, 40, 41, 1800]) {
    const waveform = toWaveform(Array.from({ length }, (_, index) => (index + 1) / length))
    expect(waveform).toHaveLength(40)
    for (const value of waveform) expect(Number.isInteger(value) && value >= 4 && value <= 100).toBe(true)
    if (length > 0) expect(Math.max(...waveform)).toBe(100)
  }
  expect(toWaveform([0, 0, 0])).toEqual(Array(40).fill(4))
  expect(toWaveform([...Array(40).fill(0.1), ...Array(40).fill(0.2)])).toEqual([
    ...Array(20).fill(50),
    ...Array(20).fill(100),
  ])
})

test('a clock shows minutes and seconds', () => {
  expect([0, 5.9, 60, 179].map(formatClock)).toEqual(['0:00', '0:05', '1:00', '2:59'])
})
