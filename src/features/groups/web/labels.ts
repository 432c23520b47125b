import { toOptions } from '../../../shared/web/options.ts'
import type { Group, GroupCategory, GroupType } from '../contract.ts'

export type Labels<V extends string> = readonly (readonly [value: V, label: string])[]

export const categories = toOptions<GroupCategory>({
  general: 'General',
  academic: 'Academic',
  club: 'Club',
  dorm: 'Dorm',
  sports: 'Sports',
  social: 'Social',
  study: 'Study',
  hobby: 'Hobby',
  professional: 'Professional',
})
export const types = toOptions<GroupType>({
  public: 'Public',
  private: 'Private',
})
/** Labels of activity levels; low activity has none. */
export const activities: Readonly<Record<NonNullable<Group['activity_level']>, string | undefined>> = {
  low: undefined,
  medium: 'Active',
  high: 'Very active',
}

export const findLabel = <V extends string>(labels: Labels<V>, value: V): string =>
  labels.find(([one]) => one === value)?.[1] ?? value

export const formatMembers = (count: number): string => `${count} ${count === 1 ? 'member' : 'members'}`
