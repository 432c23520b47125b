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

/** Body fields that the form holds under other names. */
export const fieldNames = { meeting_schedule: 'schedule', max_members: 'places' } as const

export const toBody = ({ places, schedule, ...values }: GroupFormValues) => ({
  ...values,
  meeting_schedule: schedule,
  max_members: places.trim() === '' ? null : Number(places),
})
