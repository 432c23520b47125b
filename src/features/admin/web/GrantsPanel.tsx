import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Panel } from '../../../shared/web/ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { grantsApi } from '../../moderation/grant-contract.gen.ts'
import type { Granted } from '../../moderation/grant-contract.ts'
import { formatDay } from '../../moderation/web/labels.ts'
import { grantTexts } from './grant-texts.ts'

const GrantsDialog = lazyPart(() => import('./GrantsDialog.tsx'))

/** The students who help on the moderation desk. They are chosen in Users. */
export function GrantsPanel({ school }: { school: string }) {
  const client = useQueryClient()
  const list = useQuery(query(grantsApi.list, { query: { school_id: school || undefined } }))
  const [editing, setEditing] = useState<Granted>()
  const [ending, setEnding] = useState<Granted>()
  const end = useLockedMutation({
    mutationFn: (id: string) => call(grantsApi.set, { params: { id }, body: { grants: [] } }),
    onSuccess: () => {
      setEnding(undefined)
      return invalidate(client, grantsApi.list)
    },
  })
  const people = list.data?.data ?? []
  return (
    <Panel
      title="Grants"
      subtitle="Students who help to moderate"
      onRefresh={() => list.refetch()}
      actions={
        <Link to="/admin?tab=users&role=student" className={buttonClassName('secondary')}>
          Choose in Users
        </Link>
      }
    >
      {list.isPending && <Skeleton className="h-24" />}
      {list.isError && (
        <ErrorState text="We couldn’t load the grants." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && people.length === 0 && <p className="card px-6 py-10 text-center text-soft">No grants</p>}
      {people.length > 0 && (
        <ul className="card divide-y divide-line">
          {people.map((person) => (
            <li key={person.user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3.5">
              <div className="min-w-0 flex-1 basis-60">
                <h3 className="text-card wrap-anywhere">{person.name}</h3>
                <p className="wrap-anywhere text-soft">
                  {grantTexts
                    .filter(([name]) => person.grants.includes(name))
                    .map(([, label]) => label)
                    .join(', ')}{' '}
                  · until {formatDay(person.until)} · by {person.granted_by_name}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button aria-label={`Change the grants of ${person.name}`} onClick={() => setEditing(person)}>
                  Change
                </Button>
                <Button
                  variant="ghost"
                  className="hover:text-danger"
                  aria-label={`Withdraw the grants of ${person.name}`}
                  onClick={() => setEnding(person)}
                >
                  Withdraw
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <Suspense>
          <GrantsDialog person={{ ...editing, id: editing.user_id }} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
      {ending && (
        <ConfirmDialog
          onClose={() => setEnding(undefined)}
          title="Withdraw grants"
          question={`${ending.name} can’t open the moderation desk from their next click on.`}
          confirmLabel="Withdraw"
          onConfirm={() => end.mutate(ending.user_id)}
          isPending={end.isPending}
          pendingLabel="Withdrawing..."
          error={end.error ? userMessage(end.error, unknownFailure) : undefined}
        />
      )}
    </Panel>
  )
}
