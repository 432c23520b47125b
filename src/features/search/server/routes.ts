import type { App } from '../../../shared/server/house.ts'
import { ok, serve } from '../../../shared/server/serve.ts'
import { search } from '../contract.ts'
import { searchAll } from './queries.ts'

export function searchRoutes(app: App) {
  serve(app, search.all, async ({ db, viewer, query: { q = '', limit } }) => ok(await searchAll(db, viewer, q, limit)))
}
