import type { ReactNode } from 'react'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import type { GroupFieldErrors, GroupFormValues } from './form.ts'
import { categories } from './labels.ts'
import { TagsField } from './TagsField.tsx'

type Props = {
  fields: GroupFormValues
  problems: GroupFieldErrors
  onChange: (fields: GroupFormValues) => void
  /** Shown beside the category. */
  beside?: ReactNode
}

/** Form fields of a group, for creating one and for its settings. */
export function GroupFields({ fields, problems, onChange, beside }: Props) {
  const field = (name: 'name' | 'description' | 'rules' | 'location' | 'schedule' | 'places') => ({
    value: fields[name],
    onChange: (value: string) => onChange({ ...fields, [name]: value }),
  })
  return (
    <>
      <Field label="Group name" maxLength={100} error={problems.name} {...field('name')} />
      <Field label="Description" multiline maxLength={5000} {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {beside}
        <Select
          label="Category"
          value={fields.category}
          options={categories}
          onChange={(category) => onChange({ ...fields, category })}
        />
      </div>
      <TagsField tags={fields.tags} onChange={(tags) => onChange({ ...fields, tags })} />
      <Field label="Rules" multiline maxLength={5000} {...field('rules')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Location" maxLength={200} {...field('location')} />
        <Field label="Meeting schedule (optional)" maxLength={200} {...field('schedule')} />
      </div>
      <Field
        label="Max members (optional)"
        inputMode="numeric"
        hint="Leave blank for no limit"
        error={problems.places}
        {...field('places')}
      />
    </>
  )
}
