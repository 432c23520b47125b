import { type SelectQueryBuilder, sql } from 'kysely'
import { patternOf } from './db.ts'

/** What somebody looks for. A tolerant term also finds words that look like it. */
export type Term = { readonly text: string; readonly tolerant: boolean }

/** What every feature says of something that was found. */
export type Found = {
  readonly id: string
  readonly title: string
  /** What it says around the term. */
  readonly text: string
  /** Seconds since 1970; null where the time says nothing. */
  readonly at: number | null
  readonly image_url: string | null
  /** Its page. */
  readonly link: string
}

/** A feature's search: what the viewer may see of it and the term is in, the best first. */
// biome-ignore lint/suspicious/noExplicitAny: of which tables it selects is its own affair
export type Finder = SelectQueryBuilder<any, any, Found>

/** Of one kind. */
export const mostFound = 20

/** How much a word has to look like the term: the share of their groups of three letters. */
export const tolerance = 0.45

/** Whether a text holds the term, by the trigram index of its column. */
export const holds = (column: string, { text, tolerant }: Term) =>
  tolerant ? sql<boolean>`${text} <% ${sql.ref(column)}` : sql<boolean>`${sql.ref(column)} ilike ${patternOf(text)}`

/** A hundred and sixty characters of a text, around the term when it is in there. */
export const around = (column: string, { text }: Term) =>
  sql<string>`substr(${sql.ref(column)}, greatest(position(lower(${text}) in lower(${sql.ref(column)})) - 40, 1), 160)`
