// Generated from attachment-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type * as contract from './attachment-contract.ts'

export const fileTypes = [
  'pdf',
  'txt',
  'md',
  'csv',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'zip',
] as const satisfies typeof contract.fileTypes

export const maxNameLength = 200 as const satisfies typeof contract.maxNameLength

export const maxTranscriptLength = 5000 as const satisfies typeof contract.maxTranscriptLength

export const maxVoiceMs = 180000 as const satisfies typeof contract.maxVoiceMs

export const waveformLength = 40 as const satisfies typeof contract.waveformLength
