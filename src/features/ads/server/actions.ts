import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolsOfRows } from '../../../shared/server/auth/row-school.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, forbidden } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import type { Ad, AdChange, AdInput } from '../contract.ts'
import { managedAdOr404 } from './queries.ts'

/** Rows that only servers of the previous release write. The next release drops the table. */
export const impressionRetention: RetentionRule = {
  table: 'ad_impressions',
  ofSite: true,
  column: 'created_at',
  keptFor: '5 minutes',
}

/** Creates an ad and returns its id. */
export const createAd = async (trx: Trx, by: AuditActor, input: AdInput): Promise<string> => {
  const id = newId()
  const audience = toAudience(by, input) ?? { target_school_id: by.role === 'site_admin' ? null : by.schoolId }
  await attachImage(trx, by, id, input.image_url)
  await trx
    .insertInto('ads')
    .values({
      id,
      title: input.title,
      description: input.description,
      target_url: input.target_url,
      ...settings(input),
      ...audience,
    })
    .execute()
  await note(trx, by, 'ad.create', id, audience.target_school_id, { title: input.title })
  return id
}

/** Updates the fields that were sent. All others, including the counters, keep their values. */
export const updateAd = async (trx: Trx, by: AuditActor, id: string, input: AdChange): Promise<void> => {
  const ad = await managedAdOr404(trx, by, id)
  const { title, description, target_url } = input
  const changes = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(target_url === undefined ? {} : { target_url }),
    ...settings(input),
    ...toAudience(by, input),
  }
  if (input.image_url !== undefined) await attachImage(trx, by, id, input.image_url)
  if (Object.keys(changes).length > 0) await trx.updateTable('ads').set(changes).where('id', '=', id).execute()
  await note(trx, by, 'ad.update', id, ad.target_school_id, { changed: Object.keys(changes) })
}

export const deleteAd = async (trx: Trx, by: AuditActor, ad: Ad): Promise<void> => {
  await releaseImage(trx, ad.id)
  await trx.deleteFrom('ads').where('id', '=', ad.id).execute()
  await note(trx, by, 'ad.delete', ad.id, ad.target_school_id, { title: ad.title })
}

const note = (trx: Trx, by: AuditActor, action: string, id: string, school: string | null, detail: object) =>
  recordAudit(trx, by, { action, school, target: { type: 'ad', id }, detail: { ...detail } })

/** The optional columns among the fields that were sent. */
function settings({ button_text, image_url, placement, is_active, start_date, end_date, max_impressions }: AdChange) {
  if (start_date && end_date && Date.parse(start_date) >= Date.parse(end_date))
    throw badRequest('The end date has to be after the start date.', {
      end_date: 'The end date has to be after the start date.',
    })
  return {
    ...(button_text === undefined ? {} : { button_text: button_text || 'Learn More' }),
    ...(image_url === undefined ? {} : { image_url: image_url || null }),
    ...(placement === undefined ? {} : { placement }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(start_date === undefined ? {} : { start_date: start_date && new Date(start_date) }),
    ...(end_date === undefined ? {} : { end_date: end_date && new Date(end_date) }),
    ...(max_impressions === undefined ? {} : { max_impressions }),
  }
}

/** Audience of the ad, if it was sent. A school's administrator can only target their own school. */
function toAudience(by: AuditActor, { target_audience, target_school_id }: AdChange) {
  if (by.role !== 'site_admin') {
    const elsewhere = target_audience === 'all' || (target_school_id && target_school_id !== by.schoolId)
    if (elsewhere) throw forbidden('You can only target your own school.')
    return undefined
  }
  if (target_audience === 'all') return { target_school_id: null }
  if (target_audience === undefined && target_school_id === undefined) return undefined
  if (!target_school_id && target_audience === 'specific_school')
    throw badRequest('Choose a school', { target_school_id: 'Choose a school' })
  return { target_school_id: target_school_id ?? null }
}

const pictureElsewhere =
  'The school of this ad is in another cell. Only an administrator with an account there can add a picture.'

/** The image must be one of the administrator's own uploads or the current image of the ad. */
async function attachImage(trx: Trx, by: AuditActor, id: string, url: string | null | undefined) {
  const current = await trx.selectFrom('ads').where('id', '=', id).select('image_url').executeTakeFirst()
  if (url && url !== current?.image_url && by.vouched) throw badRequest(pictureElsewhere) // the upload is in their cell
  if (!url || current?.image_url !== url) await releaseImage(trx, id)
  if (url && current?.image_url !== url)
    await attachUploads(trx, by, [url], { kind: 'ad', id, purposes: ['ad'], anonymous: false })
}

/** The image belongs to the school of its uploader. */
async function releaseImage(trx: Trx, id: string) {
  const schools = await findSchoolsOfRows(trx, null, 'uploads.item_id', [id])
  for (const school of schools.keys()) await releaseUploads(trx, school, 'ad', [id])
}
