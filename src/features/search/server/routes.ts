import type { House } from '../../../shared/server/house.ts'
import { serve, show } from '../../../shared/server/serve.ts'
import { search } from '../contract.ts'
import { searchAll } from './queries.ts'

export function searchRoutes(house: House) {
  serve(house, search.all, async ({ db, viewer, query: { q = '', limit } }) =>
    show(await searchAll(db, viewer, q, limit)),
  )
}
