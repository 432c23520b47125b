import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublicSchool } from '../../../shared/public-school.ts'
import { query } from '../../../shared/web/api.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { schoolsApi } from '../contract.gen.ts'

const kinds: Record<PublicSchool['type'], string> = { university: 'University', boarding_school: 'Boarding school' }

/** The participating schools. A selected one also shows its email domain. */
export function SchoolList() {
  const list = useQuery(query(schoolsApi.listPublic))
  const [selected, setSelected] = useState<string>()

  if (list.isPending) return <Skeleton className="my-2 h-28" />
  if (list.isError) {
    return (
      <p role="alert" className="my-2 font-medium text-danger">
        Failed to load schools list. Please try again.
      </p>
    )
  }
  if (list.data.data.length === 0)
    return <p className="my-2 text-soft">No schools found. Contact support to add your school.</p>
  return (
    <ul className="my-2 max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
      {list.data.data.map((school) => (
        <li key={school.id}>
          <button
            type="button"
            aria-expanded={selected === school.id}
            onClick={() => setSelected(selected === school.id ? undefined : school.id)}
            className="w-full px-4 py-3 text-left hover:bg-sunken"
          >
            <span className="block font-semibold">{school.name}</span>
            <span className="block text-small text-soft">
              {[school.city, school.state_province, school.country].filter(Boolean).join(', ')} · {kinds[school.type]}
            </span>
            {selected === school.id && (
              <span className="mt-1 block text-small">Email domain: {school.email_domain}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
