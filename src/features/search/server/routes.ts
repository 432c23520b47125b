import { ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { search } from '../contract.ts'
import { searchAll } from './queries.ts'

export function searchRoutes(app: App) {
  serve(app, search.all, async ({ db, viewer, query: { q = '', limit } }) => ok(await searchAll(db, viewer, q, limit)))
}
