import type { ReactNode } from 'react'
import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { TagsField } from '../../../shared/web/ui/TagsField.tsx'
import { groupLimits } from '../contract.gen.ts'
import type { GroupFormValues } from './form.ts'
import { categories } from './labels.ts'

type Props = {
  form: FormFields<GroupFormValues>
  /** Shown beside the category. */
  beside?: ReactNode
  /** Whether what few groups need is folded. */
  isShort?: boolean
}

/** Form fields of a group, for creating one and for its settings. */
export function GroupFields({ form: { field, choice, errors }, beside, isShort = false }: Props) {
  const further = (
    <>
      <Field label="Rules" multiline {...field('rules')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Location" {...field('location')} />
        <Field label="Meeting schedule (optional)" {...field('schedule')} />
      </div>
      <Field label="Max members (optional)" inputMode="numeric" hint="Leave blank for no limit" {...field('places')} />
    </>
  )
  const isWrong = [errors.rules, errors.location, errors.schedule, errors.places].some(Boolean)
  return (
    <>
      <Field label="Group name" {...field('name')} />
      <Field label="Description" multiline {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {beside}
        <Select label="Category" options={categories} {...choice('category')} />
      </div>
      <TagsField limits={groupLimits} {...choice('tags')} />
      {isShort ? (
        <MoreOptions summary="Rules, place, schedule, size" open={isWrong}>
          {further}
        </MoreOptions>
      ) : (
        further
      )}
    </>
  )
}
