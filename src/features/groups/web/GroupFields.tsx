import type { ReactNode } from 'react'
import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import type { GroupFormValues } from './form.ts'
import { categories } from './labels.ts'
import { TagsField } from './TagsField.tsx'

type Props = {
  form: FormFields<GroupFormValues>
  /** Shown beside the category. */
  beside?: ReactNode
}

/** Form fields of a group, for creating one and for its settings. */
export function GroupFields({ form: { field, choice }, beside }: Props) {
  return (
    <>
      <Field label="Group name" {...field('name')} />
      <Field label="Description" multiline {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {beside}
        <Select label="Category" options={categories} {...choice('category')} />
      </div>
      <TagsField {...choice('tags')} />
      <Field label="Rules" multiline {...field('rules')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Location" {...field('location')} />
        <Field label="Meeting schedule (optional)" {...field('schedule')} />
      </div>
      <Field label="Max members (optional)" inputMode="numeric" hint="Leave blank for no limit" {...field('places')} />
    </>
  )
}
