import { sql } from 'kysely'
import type { MediaRule } from '../../media/server/access.ts'

/** Ads are shown in every school. */
export const isAdImage: MediaRule = () => sql<boolean>`uploads.item_kind = 'ad'`
