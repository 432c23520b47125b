/** A user that a text can mention. */
export type Named = { readonly id: string; readonly name: string }

/** A user to choose from. */
export type MentionedPerson = Named & { readonly avatar: string | null; readonly avatar_url: string | null }

/** Those of these users of whose names a word begins with the typed text. */
export function findNamed<T extends Named>(people: readonly T[], typed: string): T[] {
  const wanted = typed.trim().toLocaleLowerCase()
  return people.filter(({ name }) => ` ${name.toLocaleLowerCase()}`.includes(` ${wanted}`))
}

/** Finds the name being typed before the cursor: the text after the last @, unless the @ is inside a word. */
export function typedName(text: string, cursor: number): { at: number; name: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{M}\p{N}'’.-]+(?: [\p{L}\p{M}\p{N}'’.-]*)?)$/u.exec(text.slice(0, cursor))
  if (!found?.[1]) return undefined
  return { at: cursor - found[1].length - 1, name: found[1] }
}

/** Replaces the typed part of a name by the full name. Returns the new text and cursor position. */
export function withName(text: string, cursor: number, at: number, { name }: Named) {
  const before = `${text.slice(0, at)}@${name} `
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length }
}

/** Ids of the picked users that the text still mentions. */
export const stillNamed = (text: string, picked: readonly Named[]): string[] => [
  ...new Set(picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]
