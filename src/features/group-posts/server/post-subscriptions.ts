import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import { toAudience } from '../../discussions/server/counts.ts'
import { loadPollCounts, type PollOption } from './queries.ts'

/** Publishes the votes of a poll to its subscribers who can still see it. Returns its options. */
export async function publishVotes(live: Live, trx: Trx, { schoolId }: Viewer, id: string): Promise<PollOption[]> {
  const [poll] = await loadPollCounts(trx, { school: schoolId, id })
  if (!poll) return []
  const { poll_options } = poll
  live.publish(trx, toAudience(schoolId, { id, ...poll }), 'post.voted', { post_id: id, poll_options })
  return poll_options
}
