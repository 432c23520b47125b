import type { App } from '../../../shared/server/house.ts'
import { ok, serve } from '../../../shared/server/serve.ts'
import { search } from '../contract.ts'
import { searchAll } from './queries.ts'

export function searchRoutes(house: App) {
  serve(house, search.all, async ({ db, viewer, query: { q = '', limit } }) =>
    ok(await searchAll(db, viewer, q, limit)),
  )
}
