import { toOptions } from '../../../shared/web/options.ts'
import type { Category } from '../contract.ts'

export const categories = toOptions<Category>({
  general: 'General',
  academic: 'Academic',
  social: 'Social',
  personal: 'Personal',
  campus: 'Campus Life',
  relationships: 'Relationships',
})

export const findLabel = (category: Category): string => categories.find(([one]) => one === category)?.[1] ?? category
