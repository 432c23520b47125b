// Decisions: everything that a moderator does to a user or an item, with its statement of reasons.

import { sql } from 'kysely'
import { type Anonymity, maxSealedDecisions, type SealedItem } from '../../../shared/server/crypto/anonymity.ts'
import { randomLike } from '../../../shared/server/crypto/random-bytes.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { StoredLabel } from './labelled-rows.ts'

/** A moderator, or the demo's seed. */
export type Actor = { readonly id: string | null; readonly name: string }

/** The rule and the facts that the affected user reads. Without them: the rule "Other", and the reason. */
export type Statement = { readonly ruleId?: string | null | undefined; readonly facts?: string | null | undefined }

export type SealedAuthor = {
  readonly author_seal: Buffer
  readonly author_tag: Buffer | null
  readonly author_mark: Buffer | null
}

export type NewDecision = Statement & {
  readonly id?: string
  readonly schoolId: string
  readonly type: 'warn' | 'suspend' | 'ban' | 'remove' | 'label' | 'mute'
  /** Null for the author of a sealed item, and for an item without an author. */
  readonly userId: string | null
  readonly sealed?: SealedAuthor | undefined
  readonly reason: string
  /** Of a suspension, or of a mute of anonymous writing. */
  readonly hours?: number | null
  /** The reported text, which the notice shows. */
  readonly about?: string | null
  readonly item?: { readonly kind: string; readonly id: string } | undefined
  /** The removed or reported words. */
  readonly snapshot?: string | null
  readonly source?: 'report' | 'own'
  /** The decision that this milder one replaces. It cannot be appealed again. */
  readonly replaces?: string
  readonly isErased?: boolean
  /** What a label set, and what was there before. */
  readonly label?: StoredLabel
}

export type StoredDecision = {
  readonly id: string
  readonly ruleTitle: string
  readonly facts: string
  /** The day until which it can be appealed, in the school's time: 'May 24, 2027'. Null when it cannot. */
  readonly appealDay: string | null
  /** The affected user. Null when sealed or without an author. */
  readonly person: { readonly id: string; readonly name: string; readonly email: string } | null
  /** What the affected user reads of it besides the words above. Epoch seconds. */
  readonly terms: {
    readonly rule_text: string | null
    readonly school: string
    readonly starts_at: number
    readonly ends_at: number | null
    readonly appeal_until: number | null
    readonly is_erased: boolean
  }
}

/** The title of the rule for decisions that name none. */
export const otherRule = 'Other'

/** Stores a decision with the words of its rule as they are now. Throws 404 for an unknown rule. */
export async function insertDecision(trx: Trx, actor: Actor, decision: NewDecision): Promise<StoredDecision> {
  const { id = newId(), schoolId, type, userId, sealed, reason, ruleId = null, item, hours = null } = decision
  const facts = decision.facts ?? reason
  const { rows } = await sql<StoredDecision & { is_rule_known: boolean }>`
    with school as (select id, name, appeal_days, timezone from schools where id = ${schoolId}),
    rule as (
      select rules.id, title, text from rules where school_id = ${schoolId} and retired_at is null
        and case when ${ruleId}::uuid is null then title = ${otherRule} else id = ${ruleId}::uuid end
      order by position limit 1),
    stored as (
      insert into moderation_actions (school_id, id, user_id, action_type, reason, report_content, duration_hours,
        expires_at, created_by, created_by_name, created_at, rule_id, rule_title, rule_text, facts, item_kind, item_id,
        snapshot, source, appeal_until, replaces, erased_at, label, is_sealed, author_seal, author_tag, author_mark)
      -- clock_timestamp: read after the lock wait, so no write of the user commits with a later time
      select ${schoolId}::uuid, ${id}::uuid, ${userId}::uuid, ${type}::text, ${reason}::text,
        ${decision.about ?? null}::text, ${hours}::integer, clock_timestamp() + make_interval(hours => ${hours}::integer),
        ${actor.id}::uuid, ${actor.name}::text, clock_timestamp(), rule.id, coalesce(rule.title, ${otherRule}), rule.text,
        ${facts}::text, ${item?.kind ?? null}::text, ${item?.id ?? null}::uuid, ${decision.snapshot ?? null}::text,
        ${decision.source ?? 'own'}::text,
        case when ${decision.replaces ?? null}::uuid is null then now() + make_interval(days => school.appeal_days) end,
        ${decision.replaces ?? null}::uuid, case when ${decision.isErased ?? false}::boolean then now() end,
        ${decision.label ? JSON.stringify(decision.label) : null}::jsonb, ${sealed !== undefined}::boolean, ${sealed?.author_seal ?? null}::bytea, ${sealed?.author_tag ?? null}::bytea,
        ${sealed?.author_mark ?? null}::bytea
      from school left join rule on true
      returning id, user_id, rule_id, rule_title, rule_text, facts, created_at, expires_at, appeal_until, erased_at)
    select stored.id, stored.rule_title as "ruleTitle", stored.facts,
      to_char(stored.appeal_until at time zone school.timezone, 'FMMonth FMDD, YYYY') as "appealDay",
      case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end
        as person,
      json_build_object('rule_text', stored.rule_text, 'school', school.name,
        'starts_at', floor(extract(epoch from stored.created_at))::int8,
        'ends_at', floor(extract(epoch from stored.expires_at))::int8,
        'appeal_until', floor(extract(epoch from stored.appeal_until))::int8,
        'is_erased', stored.erased_at is not null) as terms,
      ${ruleId}::uuid is null or stored.rule_id is not null as is_rule_known
    from stored cross join school
    left join users on users.school_id = ${schoolId} and users.id = stored.user_id`.execute(trx)
  const [stored] = rows
  if (!stored) throw new Error('A decision without a school')
  if (!stored.is_rule_known) throw notFound('This rule no longer exists. Choose another one.')
  return stored
}

/**
 * What a decision stores of a sealed author: never an id. A seal whose author was forgotten stays unreadable, and no
 * user finds the decision.
 */
export async function sealForDecision(
  trx: Trx,
  anonymity: Anonymity,
  decisionId: string,
  item: SealedItem,
  seal: Buffer,
): Promise<SealedAuthor> {
  const { schoolId } = item
  const to = { schoolId, kind: decisionKind, id: decisionId }
  const moved = await anonymity.moveSeal(seal, item, to).catch(() => undefined)
  if (!moved) return { author_seal: randomLike(seal), author_tag: null, author_mark: null }
  const marks = await anonymity.decisionMarksOfAuthor(seal, item)
  // Two concurrent decisions about one author would otherwise take the same free mark.
  await sql`select pg_advisory_xact_lock(${decisionLock(marks)})`.execute(trx)
  const usable = marks.slice(0, maxSealedDecisions) // under the newest key
  const author_mark = (await findFreeMark(trx, schoolId, usable)) ?? (await releaseMark(trx, schoolId, usable))
  return { ...moved, author_mark }
}

/** Exclusive for a decision about a sealed author, shared by the author's anonymous writes. Takes the author's marks. */
export const decisionLock = ([first]: readonly Buffer[]) =>
  sql`hashtextextended('decision ' || ${first?.toString('hex')}::text, 0)`

/** The first of these marks that no decision has. */
export async function findFreeMark(trx: Trx, schoolId: string, marks: readonly Buffer[]): Promise<Buffer | undefined> {
  const { rows } = await sql<{ mark: Buffer }>`
    select mark from unnest(${marks}::bytea[]) with ordinality as marks (mark, n)
    where not exists (select from moderation_actions where school_id = ${schoolId} and author_mark = mark)
    order by n limit 1`.execute(trx)
  return rows[0]?.mark
}

/** SQL condition on `action`: it was not reversed and has not expired. */
const isInForce = sql<boolean>`action.reversed_at is null and (action.expires_at is null or action.expires_at > now())`

/** Takes the mark of the oldest decision that has ended. Null when all are in force or can still be appealed. */
async function releaseMark(trx: Trx, schoolId: string, marks: readonly Buffer[]): Promise<Buffer | null> {
  const { rows } = await sql<{ mark: Buffer }>`
    with ended as (
      select id, author_mark from moderation_actions as action
      where school_id = ${schoolId} and author_mark = any (${marks}::bytea[])
        and (not (${isInForce}) or (action.expires_at is null and action.appeal_until < now()))
      order by created_at limit 1)
    update moderation_actions as action set author_mark = null from ended
    where action.school_id = ${schoolId} and action.id = ended.id returning ended.author_mark as mark`.execute(trx)
  return rows[0]?.mark ?? null
}

export type SealedDecision = {
  readonly type: 'warn' | 'mute' | 'remove'
  /** Null for a decision about another item of the author. */
  readonly rule: string | null
  readonly month: number
}

/** Anonymous items that a school decides about in a month, before decisions of that month count for other items. */
const minDecidedItems = 5

/**
 * The decisions in force about the author of a sealed item, latest month first, without ids. Empty when the author was
 * forgotten. Those about the item itself count right away. Those about the author's other items count as they were at
 * the start of this month, and only with several other items of their month: a moderator could otherwise act on one item,
 * and learn from the number at another one that both have one author.
 */
export async function listSealedDecisions(
  db: Db,
  anonymity: Anonymity,
  item: SealedItem,
  seal: Buffer,
): Promise<readonly SealedDecision[]> {
  const marks = await anonymity.decisionMarksOfAuthor(seal, item).catch(() => [])
  const { rows } = await sql<SealedDecision>`
    with months as (
      select date_trunc('month', created_at) as month from moderation_actions
      where school_id = ${item.schoolId} and is_sealed group by 1 having count(distinct item_id) >= ${minDecidedItems})
    select action_type as type, case when own.is_own then coalesce(rule_title, ${otherRule}) end as rule,
      floor(extract(epoch from date_trunc('month', action.created_at)))::int8 as month
    from moderation_actions as action
    cross join lateral (select coalesce(item_kind = ${item.kind} and item_id = ${item.id}, false) as is_own) as own
    where school_id = ${item.schoolId} and author_mark = any (${marks}::bytea[]) and action_type <> 'label' and case when own.is_own then ${isInForce}
      else action.created_at < ${thisMonth} and date_trunc('month', action.created_at) in (select month from months)
        and coalesce(reversed_at >= ${thisMonth}, true) and coalesce(expires_at > ${thisMonth}, true) end
    order by month desc, type, rule`.execute(db)
  return rows
}

const thisMonth = sql`date_trunc('month', now())`

/** What the seals and tags of decisions are bound to. */
export const decisionKind = 'decision'

/** Deletes a decision about a sealed item with its appeal, at the end of the author's account. */
export async function deleteSealedDecision(trx: Trx, schoolId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('moderation_actions')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('is_sealed', '=', true)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
