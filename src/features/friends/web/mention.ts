/** Somebody whom a text can name. */
export type Named = { readonly id: string; readonly name: string }

/** The name that is being typed before the cursor: what follows the last @, unless that stands inside a word. */
export function typedName(text: string, cursor: number): { at: number; name: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{M}\p{N}'’.-]+(?: [\p{L}\p{M}\p{N}'’.-]*)?)$/u.exec(text.slice(0, cursor))
  if (!found?.[1]) return undefined
  return { at: cursor - found[1].length - 1, name: found[1] }
}

/** The text with a person's whole name in place of what was typed of it, and where the cursor goes then. */
export function withName(text: string, cursor: number, at: number, { name }: Named) {
  const before = `${text.slice(0, at)}@${name} `
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length }
}

/** Of those who were picked the ones that the text still names. */
export const stillNamed = (text: string, picked: readonly Named[]): string[] => [
  ...new Set(picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]
