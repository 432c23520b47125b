import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { listingSearches } from '../searches-contract.ts'
import { createSearch, deleteSearch, listSearches, updateSearch } from './search-actions.ts'

/** The viewer's saved searches. */
export function listingSearchRoutes(app: App) {
  serve(app, listingSearches.list, async ({ db, viewer }) => ok(await listSearches(db, viewer)))
  serve(app, listingSearches.create, async ({ db, viewer, body }) => ok(await createSearch(db, viewer, body)))
  serve(app, listingSearches.update, async ({ db, viewer, params, body }) =>
    ok(await updateSearch(db, viewer, params.id, body)),
  )
  serve(app, listingSearches.remove, async ({ db, viewer, params }) => {
    await deleteSearch(db, viewer, params.id)
    return okEmpty()
  })
}
