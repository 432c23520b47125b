import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route } from '../../shared/contract.ts'
import { noteChoices } from '../../shared/note-choices.ts'
import { profileChoices } from '../../shared/profile-choices.ts'
import { requestChoices } from '../../shared/request-choices.ts'
import { isSameWord } from '../../shared/words.ts'
import { MutedWord, maxMutedWords } from '../session/contract.ts'
import { friends } from './contract.ts'

/** The items that a user can hide from their lists. `event` includes events of groups. */
export const hideableKinds = [
  'post',
  'comment',
  'group_post',
  'group_comment',
  'event',
  'listing',
  'assignment',
  'assignment_answer',
  'rating',
  'confession',
] as const
export type HideableKind = (typeof hideableKinds)[number]

/** Per user; the oldest are shown again. */
export const maxHiddenItems = 500

const itemParams = z.object({ kind: z.enum(hideableKinds), id: z.guid() })

const RequestChoice = z.enum(requestChoices)

const SafetySettings = z.object({
  requests: RequestChoice,
  /** What applies to users of the school who have not chosen. */
  default_requests: RequestChoice,
  /** Who sees the user's profile. */
  profile: z.enum(profileChoices),
  words: z.array(MutedWord),
  notes: z.enum(noteChoices),
  receipts: z.boolean(),
  typing: z.boolean(),
  crisis_card: z.boolean(),
  /** Whether the user sees numbers of likes. */
  counts: z.boolean(),
  /** Whether the user is listed on the leaderboard. */
  leaderboard: z.boolean(),
  /** Whether others read that they should ask before they save the user's pictures. */
  ask_before_saving: z.boolean(),
  /** Whether the defaults for minors apply: then `requests` is `known` or `friends`. */
  is_minor: z.boolean(),
  /** Ids of the viewer's friends if a word excepts their items; otherwise empty. */
  friends: z.array(z.guid()),
})
export type SafetySettings = z.infer<typeof SafetySettings>

/** Also shown while the word is entered. */
export const duplicateWord = 'This word is already in the list.'

/** What is left out stays. `words` replaces the list. */
const SafetyInput = z.object({
  requests: RequestChoice.optional(),
  profile: z.enum(profileChoices).optional(),
  notes: z.enum(noteChoices).optional(),
  receipts: z.boolean().optional(),
  typing: z.boolean().optional(),
  crisis_card: z.boolean().optional(),
  counts: z.boolean().optional(),
  leaderboard: z.boolean().optional(),
  ask_before_saving: z.boolean().optional(),
  words: z
    .array(MutedWord)
    .max(maxMutedWords, `You can mute up to ${maxMutedWords} words`)
    .refine(
      (words) => words.every(({ word }, index) => !words.slice(0, index).some((other) => isSameWord(word, other.word))),
      duplicateWord,
    )
    .optional(),
})
export type SafetyInput = z.output<typeof SafetyInput>

/** What a user sees of others, and who can contact them. Only the user can observe it. */
export const safety = {
  /** The viewer's own settings. Only the viewer reads them. */
  settings: route({ method: 'GET', path: '/api/users/me/safety', reply: envelope(SafetySettings) }),
  update: route({
    method: 'PUT',
    path: '/api/users/me/safety',
    body: SafetyInput,
    reply: envelope(SafetySettings),
  }),
  /** Hides the named items of a user from the viewer's lists, and their notifications. 400 for the viewer. */
  mute: route({ method: 'PUT', path: '/api/users/:id/mute', params: idParams, reply: emptyEnvelope }),
  unmute: route({ method: 'DELETE', path: '/api/users/:id/mute', params: idParams, reply: emptyEnvelope }),
  muted: route({ method: 'GET', path: '/api/users/muted', query: friends.list.query, reply: friends.list.reply }),
  /** Removes one item from the viewer's lists. Its link still works. */
  hide: route({ method: 'PUT', path: '/api/hidden/:kind/:id', params: itemParams, reply: emptyEnvelope }),
  unhide: route({ method: 'DELETE', path: '/api/hidden/:kind/:id', params: itemParams, reply: emptyEnvelope }),
}
