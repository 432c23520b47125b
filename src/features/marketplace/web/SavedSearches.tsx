import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { StallIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import type { SavedSearch } from '../searches-contract.ts'
import { findLabel, usePrice } from './labels.ts'
import { alertLabels, describeFilters, toNarrow, useRemoveSearch, useSearches } from './searches.ts'
import { useMarketView } from './url-state.ts'

const SearchDialog = lazyPart(() => import('./SearchDialog.tsx'))

/** The viewer's saved searches. Each opens the list with its filters. */
export default function SavedSearches() {
  const view = useMarketView()
  const { data, error, refetch } = useSearches()
  const [editing, setEditing] = useState<SavedSearch>()
  const [removing, setRemoving] = useState<SavedSearch>()
  if (error)
    return <ErrorState text="Failed to load your saved searches" error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div role="status" aria-label="Loading saved searches" className="space-y-3 p-3 desk:p-0">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    )
  }
  if (data.data.length === 0) {
    return (
      <EmptyState
        illustration={<StallIllustration className="h-24 text-brand" />}
        title="No saved searches"
        text="Search or filter the listings, then save the search. We’ll tell you when something new matches."
        action={<Button onClick={() => view.change({ show: '' })}>Browse listings</Button>}
      />
    )
  }
  return (
    <div>
      <ul aria-label="Saved searches" className="card divide-y divide-line">
        {data.data.map((search) => (
          <Row
            key={search.id}
            search={search}
            to={view.linkToOnly(toNarrow(search.filters))}
            onEdit={() => setEditing(search)}
            onRemove={() => setRemoving(search)}
          />
        ))}
      </ul>
      {editing && (
        <Suspense>
          <SearchDialog search={editing} filters={editing.filters} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
      {removing && <RemoveSearch search={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  )
}

type RowProps = { search: SavedSearch; to: string; onEdit: () => void; onRemove: () => void }

function Row({ search, to, onEdit, onRemove }: RowProps) {
  const formatPrice = usePrice()
  const words = describeFilters(search.filters, formatPrice)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-sans text-base tracking-normal">
          <Link to={to} className="inline-flex min-h-11 items-center font-semibold wrap-anywhere hover:underline">
            {search.name}
          </Link>
        </h2>
        {words !== search.name && <p className="wrap-anywhere text-soft">{words}</p>}
        <p className="text-small text-faint">
          Email: {findLabel(alertLabels, search.alert).toLowerCase()}
          {search.last_at !== null && (
            <>
              {' · last match '}
              <Time at={search.last_at} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`Edit ${search.name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="ghost" className="hover:text-danger" aria-label={`Delete ${search.name}`} onClick={onRemove}>
          Delete
        </Button>
      </div>
    </li>
  )
}

function RemoveSearch({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const remove = useRemoveSearch(onClose)
  return (
    <ConfirmDialog
      title="Delete saved search"
      question={`Delete “${search.name}”? You won’t hear about new matches anymore.`}
      confirmLabel="Delete search"
      onConfirm={() => remove.mutate(search.id)}
      onClose={onClose}
      isPending={remove.isPending}
      error={remove.isError ? userMessage(remove.error, unknownFailure, { statuses: [404] }) : undefined}
    />
  )
}
