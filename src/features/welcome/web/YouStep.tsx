import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { query } from '../../../shared/web/api.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { ChipChoice } from '../../../shared/web/ui/ChipChoice.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { PhotoButton } from '../../people/web/PhotoButton.tsx'
import { professorsApi } from '../../professors/contract.gen.ts'
import { profileLimits } from '../../session/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { listGraduationYears } from './introduction.ts'

type Studies = { readonly major: string; readonly year: string | undefined }

/** Photo, major and year of the viewer. */
export function YouStep({ values, onChange }: { values: Studies; onChange: (values: Studies) => void }) {
  const me = useMe()
  const majors = useId()
  const departments = useQuery(query(professorsApi.departments))
  const [first, second, third, fourth, fifth] = listGraduationYears().map(
    (year) => [String(year), String(year)] as const,
  )
  if (!first || !second || !third || !fourth || !fifth) return null
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-4">
        <Avatar person={me} size={64} />
        <PhotoButton
          kind="avatar"
          label={me.avatar_url ? 'Change photo' : 'Add a photo'}
          className="min-h-11 rounded-control border border-line px-4 font-medium hover:bg-sunken disabled:opacity-50"
        >
          {(isBusy) => (isBusy ? 'Uploading...' : me.avatar_url ? 'Change photo' : 'Add a photo')}
        </PhotoButton>
      </div>
      <Field
        label="Major"
        value={values.major}
        onChange={(major) => onChange({ ...values, major })}
        maxLength={profileLimits.major}
        list={majors}
        autoComplete="off"
        placeholder="Computer Science"
      />
      <datalist id={majors}>
        {departments.data?.data.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <ChipChoice
        label="Graduation year"
        options={[first, second, third, fourth, fifth]}
        value={values.year}
        onChange={(year) => onChange({ ...values, year })}
      />
    </div>
  )
}
