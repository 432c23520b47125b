import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { Panel } from '../../../shared/web/ui/Panel.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { Table, TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import { sealsApi } from '../../moderation/contract.gen.ts'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Number of seals that each administrator of the school opened. */
export function SealOpenings({ school }: { school: string }) {
  const list = useQuery(query(sealsApi.openings, { query: { school_id: school || undefined } }))
  const rows = list.data?.data ?? []
  return (
    <Panel
      title="Revealed authors"
      subtitle="How often administrators revealed anonymous authors"
      onRefresh={() => void list.refetch()}
    >
      {list.isPending && <Skeleton className="mx-4 h-24 desk:mx-0" />}
      {list.isError && <p className="px-4 text-soft desk:px-0">We couldn’t load this list.</p>}
      {list.isSuccess && rows.length === 0 && (
        <p className="px-4 text-soft desk:px-0">No authors were revealed in the last 26 weeks.</p>
      )}
      {rows.length > 0 && (
        <Table label="Revealed authors" columns={['Week of', 'Administrator', 'School', 'Times']}>
          {rows.map(({ week, administrator_id, administrator_name, school_id, school: name, openings }) => (
            <TableRow key={`${week} ${administrator_id} ${school_id}`}>
              <TableCell className="whitespace-nowrap text-soft tabular-nums">{day.format(new Date(week))}</TableCell>
              <TableCell className="font-medium">{administrator_name}</TableCell>
              <TableCell className="text-soft">{name}</TableCell>
              <TableCell className="tabular-nums">{openings}</TableCell>
            </TableRow>
          ))}
        </Table>
      )}
    </Panel>
  )
}
