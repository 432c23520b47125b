import { forgetSightings } from '../features/ads/server/actions.ts'
import { releaseUnattached, removeAbandoned } from '../features/media/server/purge-actions.ts'
import { exportJob, makeCopy } from '../features/people/server/export-actions.ts'
import { removeDeletedAccounts } from '../features/people/server/leaving-actions.ts'
import type { Whose } from '../features/people/server/personal-data.ts'
import { forgetOldAttempts } from '../features/session/server/attempts.ts'
import type { House } from '../shared/server/house.ts'
import { forgetOldAnswers } from '../shared/server/idempotency.ts'
import type { Job } from '../shared/server/jobs.ts'
import { openMail } from '../shared/server/mail.ts'
import { forgetOldSessions } from '../shared/server/viewer.ts'
import { registry } from './kinds.ts'

/** What has to happen though nobody asks for it. */
export const jobsOf = ({ db, storage, anonymity, config }: House): readonly Job[] => [
  { name: 'release_unattached_uploads', at: '5 * * * *', run: () => releaseUnattached(db) },
  { name: 'remove_abandoned_files', at: '10 * * * *', run: () => removeAbandoned(db, storage) },
  { name: 'forget_old_answers', at: '15 * * * *', run: () => forgetOldAnswers(db) },
  { name: 'forget_old_sessions', at: '20 * * * *', run: () => forgetOldSessions(db) },
  { name: 'forget_old_attempts', at: '25 * * * *', run: () => forgetOldAttempts(db) },
  { name: 'forget_ad_sightings', at: '*/10 * * * *', run: () => forgetSightings(db) },
  ...openMail(config).jobs,
  { name: 'remove_deleted_accounts', at: '30 * * * *', run: () => removeDeletedAccounts(db, anonymity, registry) },
  { name: exportJob, run: (whose) => makeCopy({ db, storage, anonymity }, registry, whose as Whose) },
]
