import { sql } from 'kysely'
import { isMinor } from '../../../shared/server/minors.ts'
import type { Me } from '../contract.ts'

/** SQL of a user's settings, from `users`, `schools` and, if the user has chosen anything, `safety_settings as own`. */
export const effectiveSafety = sql<Me['safety']>`json_build_object(
  'words', coalesce(own.words, '[]'), 'notes', coalesce(own.notes, 'collapse'),
  'receipts', coalesce(own.receipts, not ${isMinor()}), 'typing', coalesce(own.typing, not ${isMinor()}),
  'counts', coalesce(own.counts, not ${isMinor()}),
  'crisis_card', coalesce(own.crisis_card, true))`
