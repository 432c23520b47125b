import type { VanishAfter } from '../conversation-contract.ts'

export const vanishLabels: Readonly<Record<VanishAfter, string>> = {
  86400: '24 hours',
  604800: '7 days',
  7776000: '90 days',
}
