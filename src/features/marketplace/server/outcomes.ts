import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict, forbidden } from '../../../shared/server/http/errors.ts'
import { canViewProfile } from '../../people/server/profile-visibility.ts'
import type { Outcome, SellerFacts } from '../contract.ts'
import type { ListingRow } from './queries.ts'

/** Fewer would tell what single buyers answered. */
const minShownOutcomes = 3
/** Of them follows within which time a seller answers. */
const minConversations = 3
const maxConversations = 50
/** Slower answers are not shown. */
const maxAnswerHours = 7 * 24

/** Stores how a sale went for the viewer: its buyer or seller, once. */
export async function answerOutcome(trx: Trx, viewer: Viewer, listing: ListingRow, outcome: Outcome): Promise<void> {
  if (!listing.sale) throw conflict('This item has not been sold.')
  if (viewer.id !== listing.seller_id && viewer.id !== listing.sale.buyer_id)
    throw forbidden('Only the buyer and the seller can say how it went.')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('listing_outcomes')
    .values({ school_id: viewer.schoolId, listing_id: listing.id, user_id: viewer.id, outcome })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw conflict('You have already answered.')
}

type Facts = {
  sold: number
  went_well: number
  since: number | null
  conversations: number
  answer_seconds: number | null
}

/** What others may know about a seller instead of a rating. Answers of the seller themselves do not count. */
export async function findSellerFacts(db: Db, viewer: Viewer, sellerId: string): Promise<SellerFacts> {
  const { rows } = await sql<Facts>`
    select
      (select count(*)::int from listing_sales where school_id = seller.school_id and seller_id = seller.id) as sold,
      (select count(*)::int from listing_outcomes as answer
        join listing_sales as sale on sale.school_id = answer.school_id and sale.listing_id = answer.listing_id
        where sale.school_id = seller.school_id and sale.seller_id = seller.id and answer.user_id <> seller.id
          and answer.outcome = 'went_well') as went_well,
      case when ${canViewProfile(viewer, 'seller')}
        then extract(year from seller.created_at at time zone schools.timezone)::int end as since,
      chats.conversations, chats.answer_seconds
    from users as seller join schools on schools.id = seller.school_id
    cross join lateral (
      select count(*)::int as conversations,
        percentile_disc(0.5) within group (order by extract(epoch from coalesce(answered_at, now()) - asked_at))::float8 as answer_seconds
      from (
        select talk.created_at as asked_at, (
          select message.created_at from messages as message
          where message.school_id = talk.school_id and message.conversation_id = talk.id and message.sender_id = seller.id
          order by message.seq limit 1) as answered_at
        from listings join conversations as talk
          on talk.school_id = listings.school_id and talk.marketplace_listing_id = listings.id
        where listings.school_id = seller.school_id and listings.seller_id = seller.id
        order by talk.created_at desc limit ${maxConversations}) as recent) as chats
    where seller.school_id = ${viewer.schoolId} and seller.id = ${sellerId}`.execute(db)
  const [facts] = rows
  if (!facts) return { sold: 0, went_well: null, answers_within: null, since: null }
  const hours = facts.answer_seconds === null ? null : Math.max(1, Math.ceil(facts.answer_seconds / 3600))
  const isKnown = hours !== null && facts.conversations >= minConversations && hours <= maxAnswerHours
  return {
    sold: facts.sold,
    went_well: facts.went_well >= minShownOutcomes ? facts.went_well : null,
    answers_within: isKnown ? hours : null,
    since: facts.since,
  }
}
