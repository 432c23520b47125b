// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type * as contract from './contract.ts'

export const commentLimits = { characters: 2000 } as const satisfies typeof contract.commentLimits
