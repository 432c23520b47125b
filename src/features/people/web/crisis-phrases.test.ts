import { expect, test } from 'vitest'
import { phrasesByLanguage, speaksOfCrisis } from './crisis-phrases.ts'

test('finds each phrase of each language inside a text, in capitals and without accents', () => {
  for (const [language, phrases] of Object.entries(phrasesByLanguage)) {
    expect(phrases.length, language).toBeGreaterThan(4)
    for (const phrase of phrases) {
      expect(speaksOfCrisis(`Well, ${phrase}.`), phrase).toBe(true)
      expect(speaksOfCrisis(phrase.toUpperCase()), phrase).toBe(true)
      expect(speaksOfCrisis(phrase.normalize('NFD').replace(/\p{M}/gu, '')), phrase).toBe(true)
    }
  }
  expect(speaksOfCrisis("I don't want to live here any more")).toBe(true)
})

test('leaves everyday exaggerations alone', () => {
  for (const text of [
    '',
    'This exam will kill me',
    'I died laughing',
    'Dead tired, killing time before the lecture',
    'My phone is going to die',
    'The cutting board is mine',
    'Ich sterbe vor Hunger',
    'La veux-tu ?',
  ])
    expect(speaksOfCrisis(text), text).toBe(false)
})
