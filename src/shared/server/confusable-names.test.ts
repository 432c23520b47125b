import { expect, test } from 'vitest'
import { areConfusable } from './confusable-names.ts'

test.each([
  ['Dean Walker', 'Dean Walker'],
  ['Dean Walker', 'dean  WALKER'],
  ['Dean Walker', 'D\u0435\u0430n W\u0430lker'], // Cyrillic
  ['Dean Walker', 'De\u0430n.Walker\u2713'],
  ['Alan Turing', 'AIan Turing'],
  ['Alan Turing', 'A1an Turing'],
  ['Alan Turing', '\uff21\uff4c\uff41\uff4e Turing'],
  ['Maria Morn', 'Maria rnorn'],
  ['Dean Walker', 'D\u00e9an W\u00e4lker'],
  ['Dean Walker', '\u{1d403}\u{1d41e}\u{1d41a}\u{1d427} Walker'],
])('recognizes %j and %j as confusable', (name, otherName) => {
  expect(areConfusable(name, otherName)).toBe(true)
  expect(areConfusable(otherName, name)).toBe(true)
})

test.each([
  ['Dean Walker', 'Dean Talker'],
  ['Dean Walker', 'Deanna Walker'],
  ['\u738b\u4f1f', '\u738b\u82b3'],
  ['\ud83d\ude42', '\ud83d\ude80'],
  ['\u0927\u0940\u0930', '\u0927\u0930'], // vowel signs count as letters
])('does not confuse %j with %j', (name, otherName) => {
  expect(areConfusable(name, otherName)).toBe(false)
})
