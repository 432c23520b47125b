import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing, Outcome } from '../contract.ts'
import { findLabel, outcomes } from './labels.ts'
import { showChange } from './queries.ts'

/** Asks the buyer and the seller how a sale went, and then shows the answer to the one who gave it. */
export function SaleOutcome({ listing }: { listing: Listing }) {
  const client = useQueryClient()
  const [isReporting, setIsReporting] = useState(false)
  const answer = useLockedMutation({
    mutationFn: (outcome: Outcome) => call(marketplaceApi.outcome, { params: { id: listing.id }, body: { outcome } }),
    onSuccess: ({ data }) => showChange(client, data),
  })
  if (!listing.can.answer && !listing.outcome) return null
  return (
    <section aria-labelledby="sale-outcome" className="mt-4 rounded-control border border-line px-4 py-3">
      <h3 id="sale-outcome" className="font-sans text-base font-medium tracking-normal">
        How did the sale go?
      </h3>
      {listing.outcome ? (
        <p className="mt-1">You answered: {findLabel(outcomes, listing.outcome)}</p>
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          {outcomes.map(([outcome, label]) => (
            <Button key={outcome} disabled={answer.isPending} onClick={() => answer.mutate(outcome)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <p className="mt-2 text-small text-soft">Your answer is private.</p>
      {answer.isError && (
        <p role="alert" className="mt-2 font-medium text-danger">
          {userMessage(answer.error, 'Failed to send your answer', { statuses: [403, 404, 409] })}
        </p>
      )}
      {listing.outcome === 'not_as_described' && listing.can.report && (
        <Button className="mt-2" onClick={() => setIsReporting(true)}>
          Report
        </Button>
      )}
      {isReporting && (
        <LazyReportDialog
          what="listing"
          id={listing.id}
          text={listing.title}
          success="Report submitted successfully"
          report={(body) => call(marketplaceApi.report, { params: { id: listing.id }, body })}
          onClose={() => setIsReporting(false)}
        />
      )}
    </section>
  )
}
