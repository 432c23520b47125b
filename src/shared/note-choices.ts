/** What a user sees of items with a content note: the item, one line, or nothing in lists. */
export const noteChoices = ['show', 'collapse', 'hide'] as const

/** Characters of a content note. */
export const maxNoteLength = 100
