import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query, queryKeyFor } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { sealsApi } from '../seal-contract.gen.ts'
import type { SealRequest } from '../seal-contract.ts'
import { RevealedAuthor } from './RevealedAuthor.tsx'

/** The name behind an opened seal. Each look writes a line in the audit log, so nothing of it is kept in the page. */
export default function SealAuthorDialog({ request, onClose }: { request: SealRequest; onClose: () => void }) {
  const client = useQueryClient()
  const params = { id: request.id }
  const author = useQuery({
    ...query(sealsApi.author, { params }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog closes
  useEffect(() => () => client.removeQueries({ queryKey: queryKeyFor(sealsApi.author, { params }) }), [])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Author"
      description="Your look at the name is saved in the audit log."
      problem={author.isError && userMessage(author.error, unknownFailure, { statuses: 'all' })}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {author.isPending && <Skeleton className="h-12" />}
      {author.isSuccess && <RevealedAuthor author={author.data.data} />}
    </Dialog>
  )
}
