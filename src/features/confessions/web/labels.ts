import { toOptions } from '../../../shared/web/options.ts'
import type { Category, Sort } from '../contract.ts'

/** The two sort orders with their button labels. */
export const sorts = [
  ['newest', 'Recent'],
  ['most_liked', 'Trending'],
] as const satisfies readonly (readonly [value: Sort, label: string])[]

export const categories = toOptions<Category>({
  general: 'General',
  academic: 'Academic',
  social: 'Social',
  personal: 'Personal',
  campus: 'Campus Life',
  relationships: 'Relationships',
})

export const findLabel = (category: Category): string => categories.find(([one]) => one === category)?.[1] ?? category
