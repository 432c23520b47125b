// The shape of one section of a legal text: a title without its number, and its paragraphs.

export type LegalSection = { readonly title: string; readonly paragraphs: readonly string[] }
