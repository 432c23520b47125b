import { type RawBuilder, sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import {
  newestFirst,
  readPageOfSchools,
  type SchoolScope,
  type Slice,
  sumSchools,
  toPlace,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import type { PageRequest } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { SealCategory, SealRequest, sealViews } from '../seal-contract.ts'
import type { ContentType } from './content-types.ts'
import { effectiveMode, isReadableIn, isReader, secondPersonHours } from './seal-request-rows.ts'
import { isOwn } from './seal-second-person.ts'

type View = (typeof sealViews)[number]

type RequestRow = {
  readonly id: string
  readonly school_id: string
  readonly kind: string
  readonly content_id: string
  readonly text: string | null
  readonly category: SealCategory
  readonly reason: string | null
  readonly mode: SealMode | null
  readonly state: SealRequest['state']
  readonly requested_by: string
  readonly requested_by_name: string
  readonly created_at: number
  readonly expires_at: number
  readonly readable_until: number | null
  readonly decided_by_name: string | null
  readonly decision_reason: string | null
  readonly countersign: SealRequest['countersign']
  readonly countersign_until: number | null
  readonly countersigned_by_name: string | null
  readonly author_seal: Buffer | null
  readonly is_readable: boolean
  readonly is_second_person: boolean
}

const expiry = sql`request.created_at + make_interval(hours => ${sql.lit(secondPersonHours)})`
const isWaiting = sql<boolean>`(request.state = 'waiting' and ${expiry} > now())`
const needsCountersign = sql<boolean>`(request.countersigned_at is null and coalesce(request.countersign_until > now(), false))`
const isOpen = sql<boolean>`(request.state = 'opened' and (request.closes_at > now() or ${needsCountersign}))`

const conditions: Readonly<Record<View, RawBuilder<boolean>>> = {
  waiting: isWaiting,
  open: isOpen,
  past: sql<boolean>`not ${isWaiting} and not ${isOpen}`,
}

/**
 * One page of the requests to open seals in the scope, latest first. The author of an item, who may be one of the
 * administrators, sees nothing of its request.
 */
export async function listSealRequests(
  db: Db,
  anonymity: Anonymity,
  kinds: readonly ContentType[],
  viewer: Viewer,
  scope: SchoolScope,
  { view, page, limit }: PageRequest & { readonly view: View },
): Promise<{ readonly requests: SealRequest[]; readonly places: string[][]; readonly total: number }> {
  const which = (school: string) => sql`request.school_id = ${school} and ${conditions[view]}`
  const total = await sumSchools(db, scope, async (school) => {
    const { rows } = await sql<{ total: number }>`select count(*)::int8 as total
      from seal_requests as request where ${which(school)}`.execute(db)
    return rows[0]?.total ?? 0
  })
  const list = (school: string, slice: Slice) => sql<RequestRow & { readonly created_exactly: string }>`
    select request.id, request.school_id, request.kind, request.content_id, report.content as text, request.category,
      request.reason, request.mode, case when request.state = 'waiting' and ${expiry} <= now() then 'expired'
        else request.state end as state,
      request.requested_by, request.requested_by_name, ${epoch('request.created_at')} as created_at,
      ${isoMicros('request.created_at')} as created_exactly,
      floor(extract(epoch from ${expiry}))::int8 as expires_at, ${epoch('request.closes_at')} as readable_until,
      request.decided_by_name, request.decision_reason,
      case when request.countersign_until is null then null when request.countersigned_at is not null then 'done'
        when ${needsCountersign} then 'needed' else 'missed' end as countersign,
      ${epoch('request.countersign_until')} as countersign_until, request.countersigned_by_name, request.author_seal,
      ${isReader(viewer)} and coalesce(request.closes_at > now(), false) and ${isReadableIn(sql`applying.mode`)} as is_readable,
      request.requested_by <> ${viewer.id} and (applying.mode <> 'custodian'
        or ${viewer.id}::uuid = schools.custodian_id
        or coalesce(request.requested_by = schools.custodian_id, false)) as is_second_person
    from seal_requests as request join schools on schools.id = request.school_id
    left join lateral (
      select content, sealed_mode from reports where reports.school_id = ${school} and reports.kind = request.kind
        and reports.content_id = request.content_id order by reports.created_at desc limit 1
    ) as report on true
    cross join lateral (
      select ${effectiveMode(sql`request.school_id`, sql`coalesce(report.sealed_mode, request.mode)`)} as mode
    ) as applying
    where ${which(school)}
    order by request.created_at desc, request.id desc limit ${slice.rows} offset ${slice.skip}`
  const window = { page, limit }
  const rows = await readPageOfSchools(db, scope, window, {
    read: async (school, slice) => (await list(school, slice).execute(db)).rows,
    compare: newestFirst,
  })
  const requests = await Promise.all(rows.map((row) => present(db, anonymity, kinds, viewer, row)))
  return { requests, places: rows.map(toPlace), total }
}

async function present(
  db: Db,
  anonymity: Anonymity,
  kinds: readonly ContentType[],
  viewer: Viewer,
  row: RequestRow,
): Promise<SealRequest> {
  const { id, school_id, created_at, state, mode } = row
  if (await isOwn(anonymity, viewer, row)) return { ...unavailable, id, school_id, created_at, state }
  const text = row.text ?? (await findText(db, kinds, row))
  const isWaitingNow = state === 'waiting'
  const isHere = viewer.vouched === undefined // others decide nothing, see AcrossCells
  return {
    id,
    school_id,
    is_unavailable: false,
    kind: row.kind,
    content_id: row.content_id,
    text,
    category: row.category,
    reason: row.reason,
    mode,
    state,
    requested_by_name: row.requested_by_name,
    created_at,
    expires_at: isWaitingNow ? row.expires_at : null,
    readable_until: row.readable_until,
    decided_by_name: row.decided_by_name,
    decision_reason: row.decision_reason,
    countersign: row.countersign,
    countersign_until: row.countersign_until,
    countersigned_by_name: row.countersigned_by_name,
    can: {
      decide: isHere && isWaitingNow && row.is_second_person,
      withdraw: isWaitingNow && row.requested_by === viewer.id,
      countersign: isHere && row.countersign === 'needed' && row.is_second_person,
      read: row.is_readable,
    },
  }
}

/** Of an item that no one reported, such as one in danger to life. */
const findText = async (db: Db, kinds: readonly ContentType[], row: RequestRow): Promise<string | null> =>
  (await kinds.find(({ kind }) => kind === row.kind)?.snapshot(db, row.school_id, row.content_id))?.text ?? null

const unavailable = {
  is_unavailable: true,
  kind: null,
  content_id: null,
  text: null,
  category: null,
  reason: null,
  mode: null,
  requested_by_name: null,
  expires_at: null,
  readable_until: null,
  decided_by_name: null,
  decision_reason: null,
  countersign: null,
  countersign_until: null,
  countersigned_by_name: null,
  can: { decide: false, withdraw: false, countersign: false, read: false },
}
