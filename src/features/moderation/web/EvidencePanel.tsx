import { Suspense, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { formatFullDate } from '../../../shared/web/time.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Evidence } from '../evidence-contract.ts'
import { useEvidence } from './evidence.ts'
import { titled } from './labels.ts'
import { timeLeft } from './seals.ts'

const EvidenceDialog = lazyPart(() => import('./EvidenceDialog.tsx'))
const EvidenceFilesDialog = lazyPart(() => import('./EvidenceFilesDialog.tsx'))

type Step = { readonly item: Evidence; readonly step: 'ask' | 'read' }

/** Pictures and videos that were removed as intimate: when they are deleted, and their opening by two administrators. */
export function EvidencePanel({ school }: { school: string }) {
  const list = useEvidence(school)
  const [opened, setOpened] = useState<Step>()
  const close = () => setOpened(undefined)
  return (
    <AdminList
      title="Evidence"
      subtitle="Intimate pictures that were removed. Two administrators open them together, for 60 minutes. They are deleted after 90 days."
      list={list}
      expected={1}
      failure={list.isError && <p className="px-4 text-soft desk:px-0">We couldn’t load this list.</p>}
      rows={list.data?.data ?? []}
      empty={list.isSuccess && <p className="px-4 text-soft desk:px-0">No evidence</p>}
      row={(item) => (
        <li key={item.id}>
          <EvidenceRow item={item} onStep={(step) => setOpened({ item, step })} />
        </li>
      )}
    >
      <Suspense>
        {opened?.step === 'ask' && <EvidenceDialog item={opened.item} onClose={close} />}
        {opened?.step === 'read' && <EvidenceFilesDialog item={opened.item} onClose={close} />}
      </Suspense>
    </AdminList>
  )
}

function EvidenceRow({ item, onStep }: { item: Evidence; onStep: (step: Step['step']) => void }) {
  const { opening, can } = item
  const pictures = item.files.filter(({ kind }) => kind === 'image').length
  const videos = item.files.length - pictures
  const files = [pictures > 0 && plural(pictures, 'picture'), videos > 0 && plural(videos, 'video')]
  return (
    <article className="card px-4 py-4 desk:px-5">
      <h3 className="text-card">{`${titled(item.kind)}, ${files.filter(Boolean).join(' and ')}`}</h3>
      <p className="mt-0.5 text-small text-soft">
        Removed {formatFullDate(item.removed_at)} · deleted {formatFullDate(item.deleted_at)}
        {opening?.closes_at && ` · open, ${timeLeft(opening.closes_at)}`}
      </p>
      {opening && (
        <p dir="auto" className="mt-2.5 wrap-anywhere">
          {opening.requested_by_name} asked: {opening.reason}
        </p>
      )}
      {opening?.approved_by_name && <p className="text-small text-soft">Opened with {opening.approved_by_name}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {can.read && (
          <Button variant="primary" onClick={() => onStep('read')}>
            Look
          </Button>
        )}
        {(can.request || can.approve) && (
          <Button variant={can.approve ? 'primary' : 'secondary'} onClick={() => onStep('ask')}>
            {can.approve ? 'Open for both' : 'Request to open'}
          </Button>
        )}
        {opening?.closes_at === null && !can.approve && (
          <p className="text-small text-soft">Waits for another administrator</p>
        )}
      </div>
    </article>
  )
}
