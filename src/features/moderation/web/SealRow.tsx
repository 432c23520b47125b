import { scrollableRef } from '../../../shared/web/scrollable.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Badge, type Tone } from '../../../shared/web/ui/Panel.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import type { SealRequest } from '../seal-contract.ts'
import { sealCategoryLabels, titled } from './labels.ts'
import { sealOutcome, timeLeft } from './seals.ts'

export type SealStep = 'approve' | 'decline' | 'withdraw' | 'countersign' | 'read'

const tones: Readonly<Record<SealRequest['state'], Tone>> = {
  waiting: 'warm',
  opened: 'good',
  declined: 'plain',
  expired: 'plain',
  withdrawn: 'plain',
}

type Props = { request: SealRequest; onStep: (step: SealStep) => void }

/** One request: what was written, why a name needs to be known, who asked, and what the viewer can do. */
export function SealRow({ request, onStep }: Props) {
  const { category, can } = request
  if (request.is_unavailable || !category)
    return (
      <article className="card px-4 py-4 desk:px-5">
        <p className="text-soft">No longer available</p>
      </article>
    )
  return (
    <article
      aria-label={`${sealCategoryLabels[category]}, ${titled(request.kind ?? '')}`}
      className="card px-4 py-4 desk:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="text-card">{sealCategoryLabels[category]}</h3>
        <Badge tone={tones[request.state]}>{sealOutcome(request)}</Badge>
        {request.countersign === 'missed' && <Badge tone="bad">Not countersigned</Badge>}
        {request.countersign === 'needed' && <Badge tone="warm">Needs a second signature</Badge>}
      </div>
      <p className="mt-0.5 text-small text-soft">
        {request.requested_by_name} · <Time at={request.created_at} />
        {request.expires_at !== null && ` · ${timeLeft(request.expires_at)}`}
        {can.read && request.readable_until !== null && ` · name readable, ${timeLeft(request.readable_until)}`}
        {request.countersign === 'needed' &&
          request.countersign_until !== null &&
          ` · second signature, ${timeLeft(request.countersign_until)}`}
      </p>
      <blockquote
        ref={scrollableRef}
        className="mt-3 max-h-48 overflow-y-auto rounded-control border-l-3 border-brick bg-sunken px-4 py-2.5"
      >
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {request.text ?? <span className="text-soft">This was deleted.</span>}
        </p>
        <footer className="mt-1 text-small text-soft">{titled(request.kind ?? '')} · Anonymous</footer>
      </blockquote>
      <Words label="Why a name needs to be known" text={request.reason} />
      {request.decided_by_name && (
        <Words
          label={`${request.state === 'declined' ? 'Declined' : 'Approved'} by ${request.decided_by_name}`}
          text={request.decision_reason}
        />
      )}
      {request.countersigned_by_name && (
        <Words label={`Countersigned by ${request.countersigned_by_name}`} text={null} />
      )}
      {(can.decide || can.withdraw || can.countersign || can.read) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {can.read && (
            <Button variant="primary" onClick={() => onStep('read')}>
              Show the name
            </Button>
          )}
          {can.decide && (
            <Button variant="primary" onClick={() => onStep('approve')}>
              Approve
            </Button>
          )}
          {can.decide && <Button onClick={() => onStep('decline')}>Decline</Button>}
          {can.countersign && (
            <Button variant="primary" onClick={() => onStep('countersign')}>
              Countersign
            </Button>
          )}
          {can.withdraw && <Button onClick={() => onStep('withdraw')}>Withdraw</Button>}
        </div>
      )}
    </article>
  )
}

const Words = ({ label, text }: { label: string; text: string | null }) => (
  <div className="mt-2.5">
    <p className="text-small font-medium text-soft">{label}</p>
    {text && (
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    )}
  </div>
)
