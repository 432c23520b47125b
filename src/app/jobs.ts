import { forgetSightings } from '../features/ads/server/actions.ts'
import { releaseUnattached, removeAbandoned } from '../features/media/server/purge-actions.ts'
import { forgetOldAttempts } from '../features/session/server/attempts.ts'
import type { House } from '../shared/server/house.ts'
import { forgetOldAnswers } from '../shared/server/idempotency.ts'
import type { Job } from '../shared/server/jobs.ts'
import { openMail } from '../shared/server/mail.ts'
import { forgetOldSessions } from '../shared/server/viewer.ts'

/** What has to happen though nobody asks for it. */
export const jobsOf = ({ db, storage, config }: House): readonly Job[] => [
  { name: 'release_unattached_uploads', at: '5 * * * *', run: () => releaseUnattached(db) },
  { name: 'remove_abandoned_files', at: '10 * * * *', run: () => removeAbandoned(db, storage) },
  { name: 'forget_old_answers', at: '15 * * * *', run: () => forgetOldAnswers(db) },
  { name: 'forget_old_sessions', at: '20 * * * *', run: () => forgetOldSessions(db) },
  { name: 'forget_old_attempts', at: '25 * * * *', run: () => forgetOldAttempts(db) },
  { name: 'forget_ad_sightings', at: '*/10 * * * *', run: () => forgetSightings(db) },
  ...openMail(config).jobs,
]
