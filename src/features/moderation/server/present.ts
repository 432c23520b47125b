import type { ContentItem } from '../content-contract.ts'
import type { Activity } from '../contract.ts'
import type { Report } from '../report-contract.ts'
import type { ContentRow } from './content-queries.ts'
import type { SealedDecision } from './decisions.ts'
import type { ReportRow } from './report-queries.ts'
import type { ReadableSeal } from './seal-opening.ts'

const anonymous = 'Anonymous'

/** The reported user as this moderator sees them: the author when the seal is open, otherwise a pseudonym. */
function toAuthor(row: ReportRow, pseudonym: string, opened: ReadableSeal | undefined) {
  if (!row.author_seal) return row.author
  return opened ? (opened.author ?? null) : { id: pseudonym, name: anonymous }
}

/** Presents a report to a moderator. `opened` is set only for a moderator who opened its seal. */
export function presentReport(row: ReportRow, pseudonym: string, opened?: ReadableSeal): Report {
  const author = toAuthor(row, pseudonym, opened)
  const { kind, content } = row
  const name = author?.name ?? null
  const only = <T>(fits: boolean, value: T) => (fits ? value : null)
  return {
    id: row.id,
    school_id: row.school_id,
    status: row.status,
    reason: row.reason,
    description: row.description,
    created_at: row.created_at,
    reporter_name: row.reporter?.name ?? null,
    reporter_email: row.reporter?.email ?? null,
    reporter: row.reporter,
    content_type: kind,
    content_id: row.content_id,
    reported_user_id: author?.id ?? null,
    reported_user_name: name,
    is_anonymous: row.author_seal !== null,
    seal_open_until: opened?.until ?? null,
    seal_mode: row.seal_mode,
    other_reports: row.other_reports,
    other_pending_ids: [...row.other_pending_ids],
    claimed_by: row.claimed_by,
    title: row.title,
    content,
    images: row.media.map(({ url }) => url),
    media: [...row.media],
    files: [...row.files],
    voice_notes: [...row.voice_notes],
    settled_by: row.settled_by,
    settled_at: row.settled_at,
    reported_comment_id: only(kind === 'comment', row.content_id),
    reported_assignment_id: only(kind === 'assignment', row.content_id),
    message_content: only(kind === 'message', content),
    comment_content: only(kind === 'comment', content),
    comment_author_name: only(kind === 'comment', name),
    confession_content: only(kind === 'confession', content),
    confession_author_name: only(kind === 'confession', name),
    assignment_title: only(kind === 'assignment', row.title),
    assignment_content: only(kind === 'assignment', content),
    assignment_author_name: only(kind === 'assignment', name),
    post_content: only(kind === 'post', content),
    post_author_name: only(kind === 'post', name),
    group_post_content: only(kind === 'group_post', content),
    group_post_author_name: only(kind === 'group_post', name),
    listing_seller_name: only(kind === 'listing', name),
  }
}

/** Presents a decision in force about a sealed author. Its id is only its position. */
export const presentSealedDecision = ({ type, rule, month }: SealedDecision, index: number): Activity => ({
  id: String(index),
  action_type: type === 'remove' ? 'content_deleted' : type,
  details: rule ?? 'About another anonymous item',
  severity: type === 'mute' ? 'high' : 'medium',
  created_at: month,
})

/** Presents an item for content management. A sealed author is not included. */
export const presentContent = (row: ContentRow, type: string): ContentItem => ({
  id: row.id,
  school_id: row.school_id,
  type,
  title: row.title,
  content: row.content,
  images: JSON.stringify(row.images ?? []),
  media: [...row.media],
  author_name: row.is_sealed ? anonymous : row.author_name,
  author_email: row.is_sealed ? null : row.author_email,
  is_anonymous: row.is_sealed,
  seal_mode: row.seal_mode,
  created_at: row.created_at,
  ...(row.likes_count === null ? {} : { likes_count: row.likes_count }),
  ...(row.comments_count === null ? {} : { comments_count: row.comments_count }),
})

/** Builds the pagination of a list. An empty list has one page. */
export const paginate = ({ page, limit }: { page: number; limit: number }, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
})
