import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { formatFullDate } from '../../../shared/web/time.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Banner, Panel } from '../../../shared/web/ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import type { Anonymity, AnonymityChange } from '../../schools/contract.ts'
import { useMe } from '../../session/web/auth.tsx'
import { modeLabel, modeOptions } from './anonymity.ts'

const AnonymityDialog = lazyPart(() => import('./AnonymityDialog.tsx'))

/** Who may learn an anonymous author at a school, and how that changed. */
export function AnonymityPanel({ school }: { school: string }) {
  const me = useMe()
  const id = school || me.school_id
  const shown = useQuery(query(schoolsApi.anonymity, { params: { id } }))
  const [isEditing, setIsEditing] = useState(false)
  const anonymity = shown.data?.data
  return (
    <Panel
      title="Anonymity"
      subtitle={school || me.role !== 'site_admin' ? 'Who can learn the author of something anonymous' : me.school}
      onRefresh={() => shown.refetch()}
      actions={anonymity?.can.edit && !anonymity.waiting && <Button onClick={() => setIsEditing(true)}>Change</Button>}
    >
      {shown.isPending && (
        <div role="status" aria-label="Loading the rule">
          <Skeleton className="mx-4 h-32 desk:mx-0" />
        </div>
      )}
      {shown.isError && (
        <ErrorState text="We couldn’t load this." error={shown.error} onRetry={() => void shown.refetch()} />
      )}
      {anonymity && <Rule anonymity={anonymity} />}
      {anonymity?.waiting && <Waiting school={id} change={anonymity.waiting} />}
      {anonymity && anonymity.history.length > 0 && <History changes={anonymity.history} />}
      {isEditing && anonymity && (
        <Suspense>
          <AnonymityDialog school={id} anonymity={anonymity} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function Rule({ anonymity: { who, custodian, unmaskable_days: days } }: { anonymity: Anonymity }) {
  const option = modeOptions.find(({ value }) => value === who)
  return (
    <div className="card px-4.5 py-3.5">
      <h3 className="text-card">{option?.label}</h3>
      <p className="mt-0.5 text-soft">{option?.hint}</p>
      {custodian && (
        <p className="mt-1.5 wrap-anywhere">
          <span className="text-soft">Custodian:</span> <span className="font-medium">{custodian.name}</span>{' '}
          <span className="text-soft">({custodian.email})</span>
        </p>
      )}
      {who === 'custodian' && !custodian && (
        <p className="mt-1.5 font-medium text-danger">This school has no custodian, so no seal can be opened.</p>
      )}
      {days !== null && <p className="mt-1.5">{endSentence(days)}.</p>}
      <p className="mt-1.5 text-small text-soft">
        Each item keeps the rule under which it was written, and the stricter one applies: a stricter rule applies to
        everything right away, a weaker one only to what is written later.
      </p>
    </div>
  )
}

/** The change that waits for a second site administrator. */
function Waiting({ school, change }: { school: string; change: AnonymityChange }) {
  const client = useQueryClient()
  const settle = useLockedMutation({
    mutationFn: (step: 'confirm' | 'withdraw') => {
      const ask = { params: { id: school } }
      return step === 'confirm' ? call(schoolsApi.confirmAnonymity, ask) : call(schoolsApi.withdrawAnonymity, ask)
    },
    onSettled: () => invalidate(client, schoolsApi),
  })
  return (
    <div className="mt-3 card border border-gold px-4.5 py-3.5">
      <h3 className="text-card">Waiting: {toSentence(change)}</h3>
      <p className="mt-0.5 text-soft">
        {change.requested_by_name} requested this on <Time at={change.created_at} format={formatFullDate} />.{' '}
        {change.applies_at === null ? (
          'Another site administrator has to confirm it.'
        ) : (
          <>
            It applies on <Time at={change.applies_at} format={formatFullDate} /> unless it is withdrawn.
          </>
        )}
      </p>
      {settle.isError && <Banner text={userMessage(settle.error, unknownFailure, { statuses: 'all' })} />}
      {(change.can.confirm || change.can.withdraw) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {change.can.confirm && (
            <Button
              variant="primary"
              pendingLabel={settle.isPending && settle.variables === 'confirm' && 'Working...'}
              onClick={() => settle.mutate('confirm')}
            >
              Confirm
            </Button>
          )}
          {change.can.withdraw && (
            <Button
              pendingLabel={settle.isPending && settle.variables === 'withdraw' && 'Working...'}
              onClick={() => settle.mutate('withdraw')}
            >
              Withdraw
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const History = ({ changes }: { changes: readonly AnonymityChange[] }) => (
  <section className="mt-3 px-4 desk:px-0">
    <h3 className="text-card">History</h3>
    <ul className="mt-1 divide-y divide-line">
      {changes.map((change) => (
        <li key={change.id} className="py-2 wrap-anywhere">
          <span className="font-medium">{toSentence(change)}</span>
          {change.state === 'withdrawn' && ' (withdrawn)'}
          <span className="block text-small text-soft">
            Requested by {change.requested_by_name}
            {change.decided_by_name &&
              `, ${change.state === 'withdrawn' ? 'withdrawn' : 'confirmed'} by ${change.decided_by_name}`}
            {change.state === 'applied' && !change.decided_by_name && ', applied after 24 hours'}
            {change.decided_at !== null && (
              <>
                {' · '}
                <Time at={change.decided_at} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const toSentence = ({ who, custodian_name, unmaskable_days: days }: AnonymityChange) =>
  [
    modeLabel(who),
    ...(custodian_name ? [`custodian ${custodian_name}`] : []),
    ...(days ? [endSentence(days)] : []),
  ].join(', ')

const endSentence = (days: number) => `No one can tell who wrote something after ${plural(days, 'day')}`
