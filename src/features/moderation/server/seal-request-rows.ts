// Rows of seal_requests: which mode applies to an item, who reads an opened name, and how a request is stored.

import { type RawBuilder, sql } from 'kysely'
import { defaultSealMode, type SealMode } from '../../../shared/seal-modes.ts'
import type { AuditActor } from '../../../shared/server/audit.ts'
import type { SealedItem } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { HttpError } from '../../../shared/server/http/errors.ts'
import type { SealCategory } from '../seal-contract.ts'

/** Minutes for which the name stays readable after an opening. */
export const readableMinutes = 60
/** Hours in which a second person approves a request, or countersigns an opening. */
export const secondPersonHours = 24
/** SQL condition: the time for a second person has ended. */
export const isOver = sql<boolean>`created_at <= clock_timestamp() - make_interval(hours => ${sql.lit(secondPersonHours)})`
/** Days until the author is notified if the case is not closed earlier; the later one where notifying is dangerous. */
const noticeDays = { usual: 7, delayed: 30 }

/** SQL: the stricter of the mode in which an item was written and the school's current one. */
export const effectiveMode = (schoolId: RawBuilder<unknown>, sealedMode: RawBuilder<unknown>) =>
  sql<SealMode>`stricter_seal_mode(${sealedMode}, (select anonymity_mode from schools where schools.id = ${schoolId}))`

/** The same for one item. */
export async function findSealMode(
  db: Db,
  { schoolId, sealedMode }: { readonly schoolId: string; readonly sealedMode?: SealMode | null },
): Promise<SealMode> {
  const { rows } = await sql<{ mode: SealMode }>`
    select ${effectiveMode(sql`${schoolId}::uuid`, sql`${sealedMode ?? null}::text`)} as mode`.execute(db)
  return rows[0]?.mode ?? defaultSealMode
}

const closedTexts = {
  none: 'At this school, no one can open the seal.',
  reveal: 'At this school two people open a seal.',
  sanction: 'Open the seal first.',
}

/** Refuses an opening by one person. */
export const sealClosed = (mode: SealMode, what: 'reveal' | 'sanction'): HttpError =>
  new HttpError(409, 'seal_closed', closedTexts[mode === 'none' && what === 'reveal' ? 'none' : what])

/** SQL condition on `request`: the moderator requested or approved it. */
export const isReader = ({ id }: Pick<AuditActor, 'id'>) =>
  sql<boolean>`(request.requested_by = ${id}
    or coalesce(request.decided_by = ${id} and request.state = 'opened', false))`

/**
 * SQL condition on `request`: it was opened under a rule that is at least as strict as `mode`, so that raising the
 * protection closes what was opened before. In danger to life one person opens in every mode but `none`.
 */
export const isReadableIn = (mode: RawBuilder<unknown>) => sql<boolean>`(${mode} <> 'none'
  and (request.countersign_until is not null or stricter_seal_mode(request.mode, ${mode}) = coalesce(request.mode, 'one')))`

type NewRequest = {
  readonly item: SealedItem & { readonly seal: Buffer }
  readonly category: SealCategory
  readonly reason: string
  readonly mode: SealMode
  readonly state: 'waiting' | 'opened'
  /** Another person has to countersign. */
  readonly needsCountersign?: boolean
  readonly delaysNotice?: boolean
}

/** Stores a request and returns its id. An opened one is readable from now on, and counts against the weekly limit. */
export async function insertRequest(trx: Trx, by: AuditActor, request: NewRequest): Promise<string> {
  const { item, category, reason, mode, state, needsCountersign = false, delaysNotice = false } = request
  const id = newId()
  const isOpen = state === 'opened'
  await trx
    .insertInto('seal_requests')
    .values({
      school_id: item.schoolId,
      id,
      kind: item.kind,
      content_id: item.id,
      category,
      reason,
      mode,
      state,
      requested_by: by.id,
      requested_by_name: by.name,
      opened_at: isOpen ? sql<Date>`now()` : null,
      closes_at: isOpen ? closesAt : null,
      notice_due: noticeDue(sql`${delaysNotice}::boolean`, item),
      delays_notice: delaysNotice,
      countersign_until: needsCountersign ? sql<Date>`now() + make_interval(hours => ${secondPersonHours})` : null,
      author_seal: item.seal,
    })
    .execute()
  if (isOpen)
    await trx.insertInto('lone_openings').values({ school_id: by.schoolId, user_id: by.id, request_id: id }).execute()
  return id
}

export const closesAt = sql<Date>`now() + make_interval(mins => ${readableMinutes})`
type ItemColumns = { readonly schoolId: unknown; readonly kind: unknown; readonly id: unknown }

/**
 * When the author is notified at the latest, counted from the opening: the next run of the job where the case was closed
 * before, since nothing closes it again.
 */
export function noticeDue(isDelayed: RawBuilder<unknown>, { schoolId, kind, id }: ItemColumns) {
  const ofItem = sql`reports.school_id = ${schoolId} and reports.kind = ${kind} and reports.content_id = ${id}`
  return sql<Date>`now() + make_interval(days => case when ${isDelayed} then ${noticeDays.delayed}::int
    when exists (select from reports where ${ofItem})
      and not exists (select from reports where ${ofItem} and reports.status = 'pending') then 0
    else ${noticeDays.usual}::int end)`
}
