// The texts of the demo: JSON files in demo/fixtures, and their shapes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subject } from '../src/features/assignments/contract.ts'
import type { Category } from '../src/features/confessions/contract.ts'

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8')) as T

/** A post with its comments. */
export type Thread = {
  readonly text: string
  readonly anonymous?: true
  readonly comments: readonly ThreadComment[]
}
export type ThreadComment = {
  readonly text: string
  readonly replies?: readonly string[]
  /** Written by the author of the post. */
  readonly byAuthor?: true
}

export type Question = {
  readonly subject: Subject
  readonly title: string
  /** Markdown, as are the answers. */
  readonly text: string
  readonly course?: string
  readonly priority?: 'low' | 'high'
  readonly tags?: readonly string[]
  /** Days until it is due; negative: days since then. */
  readonly due?: number
  readonly answers: readonly string[]
  /** Index of the best answer. */
  readonly best?: number
  /** Also asked at the boarding school. */
  readonly young?: true
}

type ChatLine = readonly [
  participant: number,
  text: string,
  details?: {
    /** How many messages back the one is that this one answers. */
    readonly answers?: number
    readonly reactions?: readonly (readonly [participant: number, emoji: string])[]
  },
]

export type Chat = {
  /** Sign-in names of the participants; the first one started the conversation. */
  readonly between: readonly string[]
  readonly title?: string
  /** Minutes since the last message. */
  readonly ended: number
  /** A number is a pause in hours. */
  readonly lines: readonly (ChatLine | number)[]
  /** Messages at the end that the other participants have not read. */
  readonly unread?: number
}

type NamedUser = 'ada' | 'grace' | 'alan' | 'dean' | 'linus' | 'margaret' | 'head'

export const northfieldThreads = read<readonly Thread[]>('threads-northfield')
export const eastonThreads = read<readonly Thread[]>('threads-easton')
/** Posts of the users that the documents name. */
export const threadsOfNamedUsers = read<Readonly<Record<NamedUser, readonly Thread[]>>>('threads-cast')
/** Comments that fit any post. */
export const genericComments = read<readonly string[]>('comments')
export const questions = {
  arts: read<readonly Question[]>('questions-arts'),
  computing: read<readonly Question[]>('questions-computing'),
  sciences: read<readonly Question[]>('questions-sciences'),
}
/** The latest last. */
export const confessionTexts = read<readonly (readonly [category: Category, text: string])[]>('confessions')
export const chats = read<readonly Chat[]>('conversations')
export const { givenNames, familyNames, majors, boardingSubjects, hometowns, bios } =
  read<
    Readonly<
      Record<'givenNames' | 'familyNames' | 'majors' | 'boardingSubjects' | 'hometowns' | 'bios', readonly string[]>
    >
  >('people')
