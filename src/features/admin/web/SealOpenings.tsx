import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import { sealsApi } from '../../moderation/seal-contract.gen.ts'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Number of seals that each administrator of the school opened. */
export function SealOpenings({ school }: { school: string }) {
  const list = useQuery(query(sealsApi.openings, { query: { school_id: school || undefined } }))
  const rows = list.data?.data ?? []
  return (
    <AdminList
      title="Revealed authors"
      subtitle="How often administrators revealed anonymous authors"
      list={list}
      expected={1}
      failure={list.isError && <p className="px-4 text-soft desk:px-0">We couldn’t load this list.</p>}
      rows={rows}
      empty={
        list.isSuccess && <p className="px-4 text-soft desk:px-0">No authors were revealed in the last 26 weeks.</p>
      }
      table={{ label: 'Revealed authors', columns: ['Week of', 'Administrator', 'School', 'Times'] }}
      row={({ week, administrator_id, administrator_name, school_id, school: name, openings }) => (
        <TableRow key={`${week} ${administrator_id} ${school_id}`}>
          <TableCell className="whitespace-nowrap text-soft tabular-nums">{day.format(new Date(week))}</TableCell>
          <TableCell className="font-medium">{administrator_name}</TableCell>
          <TableCell className="text-soft">{name}</TableCell>
          <TableCell className="tabular-nums">{openings}</TableCell>
        </TableRow>
      )}
    />
  )
}
