import type { Story } from '../../../shared/web/ui/story.ts'

const modules = import.meta.glob<{ default: Story }>('../../../**/*.story.tsx', { eager: true })

/** All stories, by name. */
export const stories: readonly Story[] = Object.values(modules)
  .map((module) => module.default)
  .toSorted((one, other) => one.name.localeCompare(other.name))
