import type { Group, GroupCategory, GroupType } from '../contract.ts'

/** Form values of a group; numbers are texts as typed. */
export type GroupFormValues = {
  readonly name: string
  readonly description: string
  readonly type: GroupType
  readonly category: GroupCategory
  readonly tags: readonly string[]
  readonly rules: string
  readonly location: string
  readonly schedule: string
  readonly places: string
}
export type GroupFieldErrors = Partial<Record<'name' | 'places', string>>

const maxMembers = 100_000

/** Initial form values of an existing group, or of a new one. */
export const toFormValues = (group?: Group): GroupFormValues => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  type: group?.type ?? 'public',
  category: group?.category ?? 'general',
  tags: group?.tags ?? [],
  rules: group?.rules ?? '',
  location: group?.location ?? '',
  schedule: group?.meeting_schedule ?? '',
  places: group?.max_members?.toString() ?? '',
})

/** Validates form values. Returns the request body, or errors by field. */
export function readFields({ name, places, schedule, tags, ...fields }: GroupFormValues) {
  const problems: GroupFieldErrors = {}
  if (!name.trim()) problems.name = 'Group name is required'
  const max_members = places.trim() === '' ? null : Number(places)
  if (max_members !== null && !(Number.isInteger(max_members) && max_members >= 1 && max_members <= maxMembers))
    problems.places = 'Enter a whole number, or leave blank for no limit'
  if (Object.keys(problems).length > 0) return { problems }
  return { input: { ...fields, name, tags: [...tags], meeting_schedule: schedule, max_members } }
}
