import { ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { personOr404 } from '../../friends/server/people-queries.ts'
import { profiles } from '../contract.ts'
import { findStats } from './queries.ts'

/** A user that the viewer blocked is shown with zero counts. */
const nothing = { posts: 0, friends: 0, events: 0 }

export function profileRoutes(app: App) {
  serve(app, profiles.stats, async ({ db, viewer, params }) => {
    const person = await personOr404(db, viewer, params.id)
    const stats = person.is_blocked ? nothing : await findStats(db, viewer, person.id)
    return { ...ok(stats), ...stats }
  })
}
