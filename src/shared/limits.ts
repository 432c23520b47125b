/** Characters of a search term. */
export const maxSearchLength = 200
