import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import { formatDate } from '../../moderation/web/labels.ts'
import { adminApi } from '../contract.gen.ts'
import type { Line } from '../contract.ts'

const limit = 20

/** The audit log, latest first. It cannot be changed. */
export function AuditLog({ school }: { school: string }) {
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...query(adminApi.audit, { query: { page, limit, school_id: school || undefined } }),
    placeholderData: (before) => before,
  })
  const lines = list.data?.data.lines ?? []
  return (
    <AdminList
      title="Audit log"
      subtitle="Everything administrators have done"
      list={list}
      expected={4}
      failure={list.isError && <p className="px-4 text-soft desk:px-0">We couldn’t load the audit log.</p>}
      rows={lines}
      empty={list.isSuccess && <p className="px-4 text-soft desk:px-0">No activity yet</p>}
      table={{ label: 'Audit log', columns: ['When', 'Who', 'What', 'School', 'Details'] }}
      row={(line) => <LogRow key={`${line.id} ${line.request_id}`} line={line} />} // each cell has its own numbers
      pages={
        list.data && {
          page,
          totalPages: list.data.data.pagination.totalPages,
          onPage: setPage,
          label: 'Audit log pages',
        }
      }
    />
  )
}

function LogRow({ line }: { line: Line }) {
  const detail = Object.entries(JSON.parse(line.detail) as Record<string, unknown>).map(
    ([name, value]) => `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap text-soft tabular-nums">{formatDate(line.at)}</TableCell>
      <TableCell className="font-medium">{line.actor_name}</TableCell>
      <TableCell>
        <Badge>{line.action}</Badge>
      </TableCell>
      <TableCell className="text-soft">{line.school ?? 'All'}</TableCell>
      <TableCell wide className="text-soft desk:max-w-md">
        <span className="line-clamp-3 break-all">{detail.join(' · ')}</span>
      </TableCell>
    </TableRow>
  )
}
