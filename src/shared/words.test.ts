import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMutedWord, foldText, isSameWord, type MutedWord } from './words.ts'

const exam: MutedWord = { word: 'exam', match: 'word', places: ['feed'], ends_at: null, except_friends: false }

const find = (word: Partial<MutedWord>, text: string, isByFriend = false, now = 1000) =>
  findMutedWord([{ ...exam, ...word }], { folded: foldText(text), place: 'feed', isByFriend }, now)

test('a whole word matches between anything but letters and digits', () => {
  for (const text of ['exam', 'The Exam!', '(exam)', 'pre-exam', 'exam’s', 'examine the exam', 'an\texam'])
    expect(find({}, text), text).toBe('exam')
  for (const text of ['examine', 'reexam', 'exam2', 'éxamé', 'ex am', '']) expect(find({}, text), text).toBeUndefined()
  expect(find({ word: '𝒜' }, '𝒜𝒜')).toBeUndefined() // a letter of two code units
  expect(find({ word: 'finals week' }, 'Finals \n week!')).toBe('finals week')
})

test('"anywhere" matches inside other words too', () => {
  expect(find({ match: 'anywhere' }, 'Reexamined')).toBe('exam')
  expect(find({ match: 'anywhere' }, 'ex am')).toBeUndefined()
})

test('case, accents, compatibility forms and invisible characters make no difference', () => {
  for (const [word, text] of [
    ['café', 'CAFE'],
    ['cafe', 'cafe\u0301'],
    ['straße', 'STRASSE'],
    ['strasse', 'STRAẞE'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'],
    ['exam', 'ｅｘａｍ'],
    ['exam', 'ex\u200bam'],
    ['office', 'oﬃce'],
  ] as const)
    expect(find({ word }, text), text).toBe(word)
})

test('a word applies to its places, until its end, and to friends only if they are not excepted', () => {
  expect(find({ places: ['comments', 'groups'] }, 'exam')).toBeUndefined()
  expect(find({ ends_at: 1001 }, 'exam')).toBe('exam')
  expect(find({ ends_at: 1000 }, 'exam')).toBeUndefined()
  expect(find({ except_friends: true }, 'exam', true)).toBeUndefined()
  expect(find({ except_friends: true }, 'exam', false)).toBe('exam')
})

test('a word that folds to nothing matches nothing, and no word is read as a pattern', () => {
  expect(find({ word: '\u0301' }, 'anything')).toBeUndefined()
  expect(find({ word: '.*', match: 'anywhere' }, 'exam')).toBeUndefined()
  expect(find({ word: '(a+)+$', match: 'anywhere' }, 'aaaa')).toBeUndefined()
})

test('folding twice changes nothing, and every text contains itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const folded = foldText(text)
      expect(foldText(folded)).toBe(folded)
      expect(isSameWord(text, folded)).toBe(true)
      if (folded !== '') expect(find({ word: text, match: 'anywhere' }, `x ${text} y`)).toBe(text)
    }),
  )
})
