import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { messagesApi } from '../contract.gen.ts'
import { formatSeparator } from './message-time.ts'

/** What a message said before each edit, the present text first. */
export default function MessageVersions({ id, onClose }: { id: string; onClose: () => void }) {
  const list = useQuery({ ...query(messagesApi.versions, { params: { id } }), staleTime: 0 })
  const versions = list.data?.data.toReversed() ?? []
  return (
    <Dialog open onClose={onClose} title="Versions of this message">
      {list.isPending && (
        <div role="status" aria-label="Loading versions" className="space-y-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {list.isError && (
        <ErrorState bare text="Failed to load versions" error={list.error} onRetry={() => void list.refetch()} />
      )}
      <ol aria-label="Versions" className="divide-y divide-line">
        {versions.map(({ content, written_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: versions never change their order
          <li key={index} className="py-3">
            <p className="text-small text-soft">
              <Time at={written_at} format={formatSeparator} />
              {index === 0 && ' · now'}
            </p>
            <RichText text={content} className="mt-1 text-body" />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
