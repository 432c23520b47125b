// Generated from attachment-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type * as contract from './attachment-contract.ts'

export const maxMessageFiles = 10 as const satisfies typeof contract.maxMessageFiles

export const maxPictures = 10 as const satisfies typeof contract.maxPictures
