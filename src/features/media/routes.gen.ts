// Generated from contract.ts by `npm run route-tables`: method and path of each route, without its schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type { media } from './contract.ts'

export const mediaApi = {
  upload: 'POST /upload',
  uploadMany: 'POST /upload/multiple',
  file: 'GET /media/:file',
} satisfies RouteAddresses<typeof media> as unknown as RouteRefs<typeof media>
