import { useId } from 'react'
import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { grades, semesters } from '../contract.gen.ts'
import { useCourses } from './queries.ts'
import { type RatingFields, years } from './rating.ts'

type Props = {
  professorId: string
  form: FormFields<RatingFields>
}

const unsaid = ['', 'No answer'] as const
const same = <V extends string>(values: readonly V[]) => values.map((value) => [value, value] as const)
const flags = [
  ['attendance_mandatory', 'Attendance required'],
  ['textbook_required', 'Textbook required'],
  ['gives_extra_credit', 'Gives extra credit'],
] as const

/** Optional details about the class. */
export function ClassFields({ professorId, form: { values, change, choice } }: Props) {
  const courses = useCourses(professorId)
  const again = useId()
  const options = (courses.data?.data ?? []).map(
    ({ id, code, name }) => [id, name ? `${code} - ${name}` : code] as const,
  )
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-medium">Would you take this professor’s class again?</legend>
        <div className="flex flex-wrap gap-x-6">
          {([['yes', 'Yes'], ['no', 'No'], unsaid] as const).map(([value, label]) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type="radio"
                name={again}
                checked={values.would_take_again === value}
                onChange={() => change({ would_take_again: value })}
                className="size-5 accent-brand"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <Choice label="Course" options={[unsaid, ...options]} {...choice('course_id')} className="col-span-2" />
        <Choice
          label="Semester"
          options={[unsaid, ...same(semesters)]}
          {...choice('semester_taken')}
          className="col-span-2"
        />
        <Choice label="Year" options={[unsaid, ...same(years())]} {...choice('year_taken')} />
        <Choice label="Grade" options={[unsaid, ...same(grades)]} {...choice('course_grade')} />
      </div>
      <fieldset>
        <legend className="sr-only">About the class</legend>
        <div className="flex flex-wrap gap-x-6">
          {flags.map(([name, label]) => (
            <Checkbox key={name} label={label} checked={values[name]} onChange={(next) => change({ [name]: next })} />
          ))}
        </div>
      </fieldset>
    </>
  )
}
