import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { grades, semesters } from '../rating-contract.gen.ts'
import { useCourses } from './queries.ts'
import { type RatingFields, years } from './rating.ts'

type Props = {
  professorId: string
  hasCourse: boolean
  form: FormFields<RatingFields>
}

const unsaid = ['', 'No answer'] as const
const same = <V extends string>(values: readonly V[]) => values.map((value) => [value, value] as const)
const again = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: '', label: 'No answer' },
] as const
const flags = [
  ['attendance_mandatory', 'Attendance required'],
  ['textbook_required', 'Textbook required'],
  ['gives_extra_credit', 'Gives extra credit'],
] as const

/** Optional details about the class. */
export function ClassFields({ professorId, hasCourse, form: { values, change, choice } }: Props) {
  const courses = useCourses(professorId)
  const options = (courses.data?.data ?? []).map(
    ({ id, code, name }) => [id, name ? `${code} - ${name}` : code] as const,
  )
  return (
    <>
      <RadioList
        label="Would you take this professor’s class again?"
        options={again}
        value={values.would_take_again}
        onChange={(would_take_again) => change({ would_take_again })}
        className="flex flex-wrap gap-x-6"
      />
      <div className="grid grid-cols-2 gap-4">
        {hasCourse && (
          <Choice label="Course" options={[unsaid, ...options]} {...choice('course_id')} className="col-span-2" />
        )}
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
