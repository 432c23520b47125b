import { sql } from 'kysely'
import { type Db, epochOrNull } from '../../../shared/server/db.ts'
import type { DataCopy } from '../contract.ts'
import type { Whose } from './personal-data.ts'

/** Hours that a copy can be fetched. */
export const copyHours = 24

/** The copy of a person's data that they asked for last, unless its time is over. */
export const findCopy = (db: Db, { schoolId, id }: Whose) =>
  db
    .selectFrom('exports')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .where((copy) =>
      copy.or([
        copy('ready_at', 'is', null),
        copy('ready_at', '>', sql<Date>`now() - make_interval(hours => ${copyHours})`),
      ]),
    )
    .select([
      'file',
      'bytes',
      sql<'preparing' | 'ready'>`case when ready_at is null then 'preparing' else 'ready' end`.as('status'),
      epochOrNull('requested_at').as('requested_at'),
      epochOrNull('ready_at').as('ready_at'),
    ])
    .executeTakeFirst()

/** How far the viewer's copy is. */
export async function findCopyStatus(db: Db, person: Whose): Promise<DataCopy> {
  const copy = await findCopy(db, person)
  if (!copy) return { status: 'none', requested_at: null, bytes: null, expires_at: null }
  const { status, requested_at, bytes, ready_at } = copy
  const expires_at = ready_at && ready_at + copyHours * 3600
  return { status, requested_at, bytes: bytes === null ? null : Number(bytes), expires_at }
}
