import type { House } from '../../../shared/server/house.ts'
import { serve, show } from '../../../shared/server/serve.ts'
import { schools } from '../contract.ts'
import { findStats, listPublicSchools } from './queries.ts'

export function schoolRoutes(house: House) {
  serve(house, schools.listPublic, async ({ db }) => show(await listPublicSchools(db)))

  serve(house, schools.stats, async ({ db, viewer }) => {
    const stats = await findStats(db, viewer)
    return { ...show(stats), ...stats }
  })
}
