import type { House } from '../../../shared/server/house.ts'
import { serve, show } from '../../../shared/server/serve.ts'
import { events } from '../contract.ts'
import { listUpcoming } from './queries.ts'

export function eventRoutes(house: House) {
  serve(house, events.upcoming, async ({ db, viewer, query }) => show(await listUpcoming(db, viewer, query.limit)))
}
