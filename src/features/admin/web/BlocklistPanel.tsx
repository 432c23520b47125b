import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { formatFullDate } from '../../../shared/web/time.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import { blocklistApi } from '../../media/blocklist-contract.gen.ts'
import type { BlockedImage } from '../../media/blocklist-contract.ts'
import { useMe } from '../../session/web/auth.tsx'

const RemoveEntryDialog = lazyPart(() => import('./RemoveEntryDialog.tsx'))

/** To site administrators: how many pictures can't be uploaded again, and the removal of one by two of them. */
export function BlocklistPanel() {
  const me = useMe()
  const list = useQuery(query(blocklistApi.list))
  const [removing, setRemoving] = useState<BlockedImage>()
  const { entries = [], total = 0 } = list.data?.data ?? {}
  return (
    <AdminList
      title="Media blocklist"
      subtitle={`Intimate pictures that were removed, as fingerprints without the picture: ${total.toLocaleString('en')}`}
      list={list}
      expected={1}
      failure={list.isError && <p className="px-4 text-soft desk:px-0">We couldn’t load this list.</p>}
      rows={entries}
      empty={list.isSuccess && <p className="px-4 text-soft desk:px-0">No blocked pictures</p>}
      table={{ label: 'Media blocklist', columns: ['Since', 'Removal', ''] }}
      row={(entry) => (
        <TableRow key={entry.id}>
          <TableCell className="whitespace-nowrap text-soft tabular-nums">{formatFullDate(entry.created_at)}</TableCell>
          <TableCell className="wrap-anywhere">
            {entry.removal_reason === null ? '' : `${entry.removal_asked_by_name} asked: ${entry.removal_reason}`}
          </TableCell>
          <TableCell>
            <Button onClick={() => setRemoving(entry)} disabled={entry.removal_asked_by === me.id}>
              {entry.removal_asked_by === me.id
                ? 'Waits for another administrator'
                : entry.removal_asked_by === null
                  ? 'Request removal'
                  : 'Confirm removal'}
            </Button>
          </TableCell>
        </TableRow>
      )}
    >
      {removing && (
        <Suspense>
          <RemoveEntryDialog entry={removing} onClose={() => setRemoving(undefined)} />
        </Suspense>
      )}
    </AdminList>
  )
}
