import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Group } from '../../groups/contract.ts'
import { assignmentsApi, groupAssignmentsApi } from '../contract.gen.ts'

/** Maximum number of questions that the dialog lists; the search finds the others. */
const maxResults = 20

/** Selects a question of the school to share with the group. */
export default function ShareAssignment({ group, onClose }: { group: Group; onClose: () => void }) {
  const client = useQueryClient()
  const [term, setTerm] = useState('')
  const list = useQuery(
    query(assignmentsApi.list, {
      query: { limit: maxResults, ...(term ? { search: term } : {}) },
    }),
  )
  const share = useLockedMutation({
    mutationFn: (assignment_id: string) =>
      call(groupAssignmentsApi.share, {
        params: { gid: group.id },
        body: { assignment_id },
      }),
    onSuccess: () => {
      toast.success('Shared with the group')
      onClose()
      return invalidate(client, groupAssignmentsApi)
    },
    onError: (error) => toast.failure(error, 'We couldn’t share that question. Try again.', { statuses: [409] }),
  })
  return (
    <Dialog open onClose={onClose} title="Share a question" description={`Share with ${group.name}`}>
      <div className="flex py-1">
        <SearchBox label="Search questions" term={term} onSearch={setTerm} className="flex-1" />
      </div>
      {list.isPending && <Skeleton className="mt-2 h-40" />}
      {list.isError && (
        <ErrorState text="Failed to load assignments" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.data.data.length === 0 && (
        <p className="py-4 text-soft">No questions match your search.</p>
      )}
      <ul aria-label="Questions" className="mt-1">
        {list.data?.data.map((assignment) => (
          <li key={assignment.id}>
            <button
              type="button"
              disabled={share.isPending}
              onClick={() => share.mutate(assignment.id)}
              className="block min-h-14 w-full rounded-control px-3 py-2 text-left transition-colors hover:bg-sunken"
            >
              <span dir="auto" className="block font-semibold wrap-anywhere">
                {assignment.title}
              </span>
              <span className="block text-small text-soft">
                {assignment.subject} · {assignment.author.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
