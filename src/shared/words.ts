/** Where a muted word hides items. `groups` includes their comments. */
export const wordPlaces = ['feed', 'comments', 'groups', 'confessions', 'marketplace'] as const
export type WordPlace = (typeof wordPlaces)[number]

export const wordMatches = ['word', 'anywhere'] as const

export type MutedWord = {
  readonly word: string
  readonly match: (typeof wordMatches)[number]
  readonly places: WordPlace[]
  /** Seconds since 1970; null for words that do not end. */
  readonly ends_at: number | null
  /** Items of friends stay. */
  readonly except_friends: boolean
}

const marks = /\p{M}/gu
/** Characters without a width, which would split a word without a trace. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
const letter = /[\p{L}\p{N}]/u

/** Folds compatibility forms, case, accents, invisible characters and white space: texts that read alike become equal. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .replace(ignorable, '')
    .toLowerCase() // 'ẞ' has no upper case of two letters, but 'ß' does
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replaceAll('ς', 'σ')
    .replace(/\s+/gu, ' ')
    .trim()

/** Whether two words hide the same. */
export const isSameWord = (word: string, other: string): boolean => foldText(word) === foldText(other)

/** Whether a folded text contains a folded word or phrase as a whole. */
export const containsWord = (text: string, word: string): boolean => contains(text, word, true)

/** Whether a folded text contains a folded word, with no letter or digit beside it if it has to be whole. */
function contains(text: string, word: string, isWhole: boolean): boolean {
  if (word === '') return false
  for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
    if (!isWhole) return true
    const [before] = text.slice(Math.max(start - 2, 0), start).match(/.$/u) ?? ['']
    const [after] = text.slice(start + word.length).match(/^./u) ?? ['']
    if (!letter.test(before) && !letter.test(after)) return true
  }
  return false
}

type TextToMatch = {
  /** The result of `foldText`. */
  readonly folded: string
  readonly place: WordPlace
  readonly isByFriend: boolean
}

/** The first of a user's words that hides a text, as the user wrote it. */
export const findMutedWord = (
  words: readonly MutedWord[],
  { folded, place, isByFriend }: TextToMatch,
  now = Date.now() / 1000,
): string | undefined =>
  words.find(
    ({ word, match, places, ends_at, except_friends }) =>
      places.includes(place) &&
      (ends_at === null || ends_at > now) &&
      !(except_friends && isByFriend) &&
      contains(folded, foldText(word), match === 'word'),
  )?.word
