import type { Category } from '../contract.ts'

export const categories: readonly (readonly [value: Category, label: string])[] = [
  ['general', 'General'],
  ['academic', 'Academic'],
  ['social', 'Social'],
  ['personal', 'Personal'],
  ['campus', 'Campus Life'],
  ['relationships', 'Relationships'],
]

export const findLabel = (category: Category): string => categories.find(([one]) => one === category)?.[1] ?? category
