import type { ShareSource } from '../../../shared/server/share-source.ts'
import { professorOr404 } from './queries.ts'

export const professorShares: ShareSource = {
  kind: 'professor',
  async load(db, viewer, id) {
    const { full_name, department_name, avatar_url } = await professorOr404(db, viewer, id)
    const link = `/rate-my-professor/${id}`
    return { title: full_name, text: department_name, image_url: avatar_url, starts_at: null, link }
  },
}
