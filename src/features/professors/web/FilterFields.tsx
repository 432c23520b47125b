import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { bounds, type Narrow, type ProfessorsView } from './url-state.ts'

const atLeast = [['', 'Any'], ...bounds.min.map((value) => [value, `${value}+`] as const)] as const
const atMost = [['', 'Any'], ...bounds.max.map((value) => [value, `Up to ${value}`] as const)] as const

/** Filters by rating, difficulty, presence of ratings and would-take-again. */
export function FilterFields({ view }: { view: ProfessorsView }) {
  const bound = (label: string, name: keyof Narrow & `m${string}`, options: typeof atLeast | typeof atMost) => (
    <Select
      label={label}
      value={String(view[name])}
      options={options as readonly (readonly [string, string])[]}
      onChange={(value) => view.change({ [name]: value })}
    />
  )
  const only = (label: string, name: 'reviewed' | 'again') => (
    <Checkbox label={label} checked={view[name]} onChange={(next) => view.change({ [name]: next })} />
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {bound('Minimum rating', 'minRating', atLeast)}
        {bound('Maximum rating', 'maxRating', atMost)}
        {bound('Minimum difficulty', 'minDifficulty', atLeast)}
        {bound('Maximum difficulty', 'maxDifficulty', atMost)}
      </div>
      <div className="flex flex-wrap items-center gap-x-6">
        {only('Has reviews', 'reviewed')}
        {only('Would take again', 'again')}
      </div>
    </>
  )
}
