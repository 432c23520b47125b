import { Button } from '../../../shared/web/ui/Button.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { useDepartments } from './queries.ts'

type Props = { value: string; error: string | undefined; onChange: (id: string) => void; onAdd: () => void }

/** Selects a department of the school or adds a new one. */
export function DepartmentChoice({ value, error, onChange, onAdd }: Props) {
  const departments = useDepartments()
  const options = (departments.data?.data ?? []).map(({ id, name }) => [id, name] as const)
  return (
    <div className="flex items-start gap-2">
      <Select
        label="Department *"
        value={value}
        options={[['', 'Choose a department'], ...options]}
        onChange={onChange}
        error={error ?? (departments.isError ? 'Failed to fetch departments' : undefined)}
        className="min-w-0 flex-1"
      />
      <Button onClick={onAdd} className="mt-7">
        Add Department
      </Button>
    </div>
  )
}
