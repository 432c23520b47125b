import { type ShareSource, toSharedItems } from '../../../shared/server/share-source.ts'
import { listProfessorsById } from './queries.ts'

export const professorShares: ShareSource = {
  kind: 'professor',
  load: async (db, viewer, ids) =>
    toSharedItems(await listProfessorsById(db, viewer, ids), ({ id, full_name, department_name, avatar_url }) => ({
      title: full_name,
      text: department_name,
      image_url: avatar_url,
      starts_at: null,
      link: `/rate-my-professor/${id}`,
    })),
}
