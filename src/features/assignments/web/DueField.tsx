import { useState } from 'react'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { listDueDays } from './due.ts'

type Props = { value: string; onChange: (day: string) => void; error?: string | undefined }

const pick = 'pick'

/** The day until which an answer helps: the next days as chips, others in a date field. */
export function DueField({ value, onChange, error }: Props) {
  const days = listDueDays()
  const [isPicking, setIsPicking] = useState(!days.some(([day]) => day === value))
  return (
    <div className="space-y-2">
      <Choice
        label="Due"
        options={[...days, [pick, 'Pick…']]}
        value={isPicking ? pick : value}
        error={isPicking ? undefined : error}
        onChange={(day) => {
          setIsPicking(day === pick)
          if (day !== pick) onChange(day)
        }}
      />
      {isPicking && <Field label="Due date" type="date" value={value} onChange={onChange} error={error} />}
    </div>
  )
}
