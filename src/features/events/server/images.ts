import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'

const purposes: readonly Purpose[] = ['event']

/** Attaches the viewer's own upload as the image of an event, or removes the image. */
export async function attachImage(trx: Trx, viewer: Viewer, id: string, url: string | null | undefined) {
  if (url !== undefined)
    await attachUploads(trx, viewer, url === null ? [] : [url], { kind: 'event', id, purposes, anonymous: false })
}

/**
 * Attaches the viewer's own upload as the image of a series, beside those that other dates of it still have. Releases
 * images that no date has.
 */
export async function attachSeriesImage(trx: Trx, viewer: Viewer, seriesId: string, url: string | null): Promise<void> {
  const rows = await trx
    .selectFrom('events')
    .innerJoin('uploads', (join) =>
      join
        .onRef('uploads.school_id', '=', 'events.school_id')
        .onRef('uploads.item_id', '=', 'events.series_id')
        .on('uploads.item_kind', '=', 'event')
        .on(sql<boolean>`events.image_url like '/media/' || uploads.name || '.%'`),
    )
    .where('events.school_id', '=', viewer.schoolId)
    .where('events.series_id', '=', seriesId)
    .select('events.image_url')
    .distinct()
    .execute()
  const kept = rows.flatMap(({ image_url }) => image_url ?? [])
  const urls = [...new Set([...(url === null ? [] : [url]), ...kept])]
  await attachUploads(trx, viewer, urls, { kind: 'event', id: seriesId, purposes, anonymous: false })
}

/** Releases the image of a deleted event, and that of its series after the last date. */
export async function releaseImages(trx: Trx, schoolId: string, id: string, seriesId: string | null): Promise<void> {
  const isEmpty =
    seriesId !== null &&
    !(await trx
      .selectFrom('events')
      .where('school_id', '=', schoolId)
      .where('series_id', '=', seriesId)
      .select('id')
      .limit(1)
      .executeTakeFirst())
  await releaseUploads(trx, schoolId, 'event', [id, ...(isEmpty ? [seriesId] : [])])
}
