import { z } from 'zod'

/** School that an administrator filters by. Only site administrators may choose one. */
export const schoolFilter = z.guid().optional().catch(undefined)

export const totals = z.object({ page: z.int(), limit: z.int(), totalPages: z.int(), total: z.int() })

/** Per call. */
const maxBatchSize = 200
export const anyIds = z.array(z.guid()).max(maxBatchSize)
export const someIds = anyIds.min(1)
