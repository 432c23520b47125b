import { ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { people } from '../contract.ts'
import { personOr404 } from './people-queries.ts'
import { createProfileCounts, type ProfileCounters } from './profile-counters.ts'

/** A user that the viewer blocked, or who hides the profile, is shown with zero counts. */
const noActivity = { posts: 0, friends: 0, events: 0 }

export function profileRoutes(app: App, counters: ProfileCounters) {
  const countActivity = createProfileCounts(counters)

  serve(app, people.stats, async ({ db, viewer, params }) => {
    const person = await personOr404(db, viewer, params.id)
    const counts = person.is_blocked || person.is_hidden ? noActivity : await countActivity(db, viewer, person.id)
    return { ...ok(counts), ...counts }
  })
}
