import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { SealMode } from '../../../shared/seal-modes.ts'
import {
  comparePlaces,
  newestRows,
  readPageOfSchools,
  type SchoolScope,
  sumSchools,
  talliedCount,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import type { PageRequest } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { executePrepared } from '../../../shared/server/db/prepared.ts'
import { readComplete } from '../../../shared/server/db/replica-reads.ts'
import { likePattern } from '../../../shared/server/db/sql.ts'
import type { FileAttachment, Voice } from '../../media/attachment-contract.ts'
import type { Media } from '../../media/contract.ts'
import { type Report, reportStatuses, type reports } from '../report-contract.ts'
import { effectiveMode } from './seal-request-rows.ts'

type Filter = Pick<z.output<typeof reports.list.query>, 'status' | 'search'> & {
  /** Only reports older than this one. */
  readonly after?: Pick<ReportRow, 'id' | 'created_exactly'> | undefined
}

export type ReportRow = {
  readonly id: string
  readonly school_id: string
  readonly status: Report['status']
  readonly reason: Report['reason']
  readonly description: string | null
  readonly kind: string
  readonly content_id: string
  readonly title: string | null
  readonly content: string
  readonly created_at: number
  readonly created_exactly: string
  readonly place: string
  readonly settled_by: string | null
  readonly settled_at: number | null
  readonly author_seal: Buffer | null
  readonly sealed_mode: SealMode | null
  /** The mode that applies to a sealed author; null for others. */
  readonly seal_mode: SealMode | null
  readonly reporter_id: string | null
  readonly reporter: Report['reporter']
  /** Null when the account was deleted, or when the author is sealed. */
  readonly author: { readonly id: string; readonly name: string } | null
  readonly media: readonly Media[]
  readonly files: readonly FileAttachment[]
  readonly voice_notes: readonly Voice[]
  readonly other_reports: number
  readonly other_pending_ids: readonly string[]
  /** Another moderator who works on the reports of this item. */
  readonly claimed_by: string | null
}

/** A search reads the text of each report, so it covers only the newest reports of a school. */
const maxSearchedReports = 20_000

/** The reports of one school that match the filter. A search covers texts and named users, never sealed authors. */
export function fitting(school: string, { status, search, after }: Filter): RawBuilder<unknown> {
  const pattern = likePattern(search ?? '')
  const named = sql`(select id from users where users.school_id = ${school}
    and (name ilike ${pattern} or email ilike ${pattern}))`
  return sql`select reports.* from reports where reports.school_id = ${school}
    ${status ? sql`and status = ${status}` : sql``}
    ${after ? sql`and (created_at, id) < (${after.created_exactly}::timestamptz, ${after.id}::uuid)` : sql``}
    ${
      search
        ? sql`and reports.created_at >= coalesce((select oldest.created_at from reports as oldest
            where oldest.school_id = ${school} order by oldest.created_at desc, oldest.id desc
            offset ${sql.lit(maxSearchedReports - 1)} limit 1), '-infinity')
          and (content ilike ${pattern} or title ilike ${pattern} or description ilike ${pattern}
          or replace(reason, '_', ' ') ilike ${pattern} or reporter_id in ${named} or author_id in ${named})`
        : sql``
    }`
}

/** The images of one report as media of a page. */
const findReportMedia = (school: string) => sql<Media[]>`(
  select coalesce(json_agg(json_build_object('url', '/media/' || uploads.name || '.' || extension, 'kind', uploads.kind,
    'width', width, 'height', height, 'thumbhash', encode(thumbhash, 'base64')) order by report_images.position), '[]')
  from report_images join uploads on uploads.school_id = report_images.school_id and uploads.name = report_images.name
  where report_images.school_id = ${school} and report_images.report_id = page.id
    and uploads.kind in ('image', 'video') and uploads.evidence_at is null)`

/** The files of one report, for download. */
const findReportFiles = (school: string) => sql<FileAttachment[]>`(
  select coalesce(json_agg(json_build_object('url', '/media/' || uploads.name || '.' || extension, 'kind', uploads.kind,
    'name', original_name, 'bytes', bytes) order by report_images.position), '[]')
  from report_images join uploads on uploads.school_id = report_images.school_id and uploads.name = report_images.name
  where report_images.school_id = ${school} and report_images.report_id = page.id and uploads.kind = 'file')`

/** The voice notes of one report. */
const findReportVoices = (school: string) => sql<Voice[]>`(
  select coalesce(json_agg(json_build_object('url', '/media/' || uploads.name || '.' || extension, 'waveform',
    coalesce(waveform, '{}'), 'transcript', transcript, 'seconds', greatest(1, round(duration_ms / 1000.0)::int))), '[]')
  from report_images join uploads on uploads.school_id = report_images.school_id and uploads.name = report_images.name
  where report_images.school_id = ${school} and report_images.report_id = page.id and uploads.kind = 'audio')`

/** Reports of one item that can be closed together. */
const maxReportsPerPage = 199

/** Other reports of the same item. */
const otherReports = (school: string) => sql`(
  select count(*)::int8 as total,
    (array_agg(other.id::text order by other.id) filter (where other.status = 'pending'))[1:${sql.lit(maxReportsPerPage)}] as pending
  from reports as other
  where other.school_id = ${school} and other.kind = page.kind and other.content_id = page.content_id
    and other.id <> page.id)`

/** Returns one page of the reports in the scope, newest first, and the number of matches. */
export async function listReports(db: Db, viewer: Viewer, scope: SchoolScope, filter: Filter, window: PageRequest) {
  const rows = await readPage(db, viewer, scope, filter, window)
  return { rows, total: await count(db, scope, filter) }
}

const count = (db: Db, scope: SchoolScope, filter: Filter): Promise<number> =>
  sumSchools(db, scope, async (school) => {
    const statuses = filter.status ? [filter.status] : [...reportStatuses, 'reviewed']
    const sorts = statuses.map((status) => `report ${status}`)
    const query = filter.search
      ? sql<{ total: number }>`select count(*)::int8 as total from (${fitting(school, filter)}) as fit`
      : sql<{ total: number }>`select ${talliedCount(school, sorts)} as total`
    const [counted] = await executePrepared(db, query, { forValues: filter.search !== undefined })
    return counted?.total ?? 0
  })

const readPage = (db: Db, viewer: Viewer, scope: SchoolScope, filter: Filter, window: PageRequest) =>
  readPageOfSchools(db, scope, window, {
    read: (school, slice) =>
      readReports(db, viewer, school, newestRows(fitting(school, filter), slice), filter.search !== undefined),
    compare: (one, other) => -comparePlaces([one.place, one.id], [other.place, other.id]),
  })

/**
 * Joins a user of the page, if they have not left. For each row: the planner does not know how short a page is, and would read all users for a
 * long one.
 */
const withUser = (who: 'reporter' | 'author', school: string) => sql`left join lateral (
  select * from users where school_id = ${school} and id = ${sql.ref(`page.${who}_id`)} and deleted_at is null offset 0
  ) as ${sql.ref(who)} on true`

/** Reads the reports of a school that the source yields as `page`, newest first. `forValues`: planned for its values. */
export function readReports(
  db: Db,
  viewer: Viewer,
  school: string,
  page: RawBuilder<unknown>,
  forValues = false,
): Promise<ReportRow[]> {
  const list = sql<ReportRow>`
    select page.id, page.school_id, page.status, page.reason, page.description, page.kind, page.content_id, page.title,
      page.content, page.author_seal, page.sealed_mode, page.reporter_id,
      case when page.author_seal is not null then ${effectiveMode(sql`${school}::uuid`, sql`page.sealed_mode`)} end as seal_mode,
      page.settled_by_name as settled_by,
      floor(extract(epoch from page.created_at))::int8 as created_at, page.created_at::text as created_exactly,
      floor(extract(epoch from page.settled_at))::int8 as settled_at,
      case when reporter.id is not null then
        json_build_object('name', reporter.name, 'email', reporter.email, 'avatar_url', reporter.avatar_url) end as reporter,
      case when author.id is not null then json_build_object('id', author.id, 'name', author.name) end as author,
      ${findReportMedia(school)} as media, ${findReportFiles(school)} as files, ${findReportVoices(school)} as voice_notes,
      ${isoMicros('page.created_at')} as place, others.total as other_reports, coalesce(others.pending, '{}') as other_pending_ids,
      (select claimed_by_name from case_claims where case_claims.school_id = ${school} and case_claims.kind = page.kind
        and case_claims.content_id = page.content_id and claimed_until > now() and claimed_by <> ${viewer.id}) as claimed_by
    from ${page}
    cross join lateral ${otherReports(school)} as others
    ${withUser('reporter', school)} ${withUser('author', school)}
    order by page.created_at desc, page.id desc`
  return executePrepared(db, list, { forValues })
}

/** Limits in reports: `most` per export, `atOnce` per database query. */
const exported = { maxRows: 50_000, pageSize: 200 }

/** Number of reports in an export. */
export const countForExport = async (db: Db, scope: SchoolScope, filter: Filter): Promise<number> =>
  Math.min(exported.maxRows, await count(db, scope, filter))

/**
 * Yields the matching reports, newest first, in batches, so that other requests are served between them. Seals stay
 * closed because the file leaves the system.
 */
export async function* readForExport(
  db: Db,
  viewer: Viewer,
  scope: SchoolScope,
  filter: Filter,
): AsyncGenerator<readonly ReportRow[]> {
  let last: ReportRow | undefined
  for (let read = 0; read < exported.maxRows; read += exported.pageSize) {
    const after = { ...filter, after: last }
    const rows = await readComplete(db, (from) =>
      readPage(from, viewer, scope, after, { page: 1, limit: exported.pageSize }),
    )
    yield rows
    last = rows.at(-1)
    if (rows.length < exported.pageSize) return
  }
}
