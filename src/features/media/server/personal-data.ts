import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'

type Person = Pick<Viewer, 'id' | 'schoolId'>

/** Data in these tables that is stored under a user's id. */
export const mediaPersonalData = [
  {
    table: 'uploads',
    export: (db: Db, { id, schoolId }: Person) =>
      db
        .selectFrom('uploads')
        .where('school_id', '=', schoolId)
        .where('owner_id', '=', id)
        .select([
          'name',
          'extension',
          'purpose',
          'bytes',
          'original_name',
          'waveform',
          'transcript',
          'duration_ms',
          'item_kind',
          'item_id',
          'created_at',
        ])
        .execute(),
  },
]
