import type { House } from '../../../shared/server/house.ts'
import { serve } from '../../../shared/server/serve.ts'
import { people } from '../contract.ts'
import { updateProfile } from './actions.ts'
import { findMe } from './queries.ts'

export function peopleRoutes(house: House) {
  serve(house, people.update, async ({ db, viewer, body }) => {
    await updateProfile(db, viewer, body)
    return findMe(db, viewer)
  })
}
