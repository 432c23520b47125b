import { sql } from 'kysely'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { enqueue } from '../../../shared/server/jobs/jobs.ts'
import type { App } from '../../../shared/server/services.ts'
import { linkPayload } from '../../../shared/server/tracing/trace.ts'
import type { Alert } from '../searches-contract.ts'
import { matchesStoredFilters } from './filters.ts'
import { listingLink } from './notifications.ts'
import { listedListings } from './queries.ts'

export const matchJob = 'match_searches'
type ListingKey = { readonly schoolId: string; readonly id: string }

/** Queues the comparison of a new listing, or of one with a new price, with the saved searches of its school. */
export const queueMatch = (trx: Trx, schoolId: string, id: string) =>
  enqueue(trx, matchJob, linkPayload({ schoolId, id } satisfies ListingKey))

/**
 * The job: informs the users whose saved searches have the listing now, each at most once a day and listing. The number of
 * statements does not depend on the number of searches.
 */
export const matchSearches = (app: App, payload: unknown): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    const { schoolId, id } = payload as ListingKey
    const matches = await findMatches(trx, schoolId, id)
    const [first] = matches
    if (!first) return
    await sql`update listing_searches set last_at = now()
      where school_id = ${schoolId} and id = any(${matches.map((match) => match.id)}::uuid[])`.execute(trx)
    const immediate = new Set(matches.filter(({ alert }) => alert === 'immediate').map(({ user_id }) => user_id))
    const others = new Set(matches.map(({ user_id }) => user_id).filter((user) => !immediate.has(user)))
    const [link, params] = [listingLink(id), { title: first.title }]
    const quote = { text: first.title, place: 'marketplace' } as const
    const event = { schoolId, kind: 'listing_match', link, params, actorId: first.seller_id, quote } as const
    if (immediate.size > 0) await app.notifications.notify(trx, { ...event, emails: 'mail' }, [...immediate])
    if (others.size > 0) await app.notifications.notify(trx, { ...event, emails: 'digest' }, [...others])
  })

/** The saved searches whose list has the listing, with the list's own query as their owners see it. */
const findMatches = (trx: Trx, schoolId: string, id: string) =>
  trx
    .selectFrom('listing_searches as search')
    .innerJoinLateral(
      listedListings(trx, { id: sql.ref<string>('search.user_id'), schoolId: sql.ref<string>('search.school_id') })
        .clearSelect()
        .where('listings.id', '=', id)
        .whereRef('listings.seller_id', '<>', sql.ref('search.user_id'))
        .where(matchesStoredFilters('search.filters'))
        .select(['listings.title', 'listings.seller_id'])
        .as('found'),
      (join) => join.onTrue(),
    )
    .where('search.school_id', '=', schoolId)
    .where(
      sql<boolean>`not exists (select from notifications where notifications.school_id = search.school_id
        and notifications.user_id = search.user_id and kind = 'listing_match' and link = ${listingLink(id)}
        and notifications.created_at > now() - interval '1 day')`,
    )
    .select(['search.id', 'search.user_id', 'search.alert', 'found.title', 'found.seller_id'])
    .$narrowType<{ alert: Alert }>()
    .execute()
