import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import type { SealRequest } from '../seal-contract.ts'
import { loadProblem } from './reports.ts'
import { SealRow, type SealStep } from './SealRow.tsx'
import { useSeals, useSealsView } from './seals.ts'

const SealAuthorDialog = lazyPart(() => import('./SealAuthorDialog.tsx'))
const SealDecisionDialog = lazyPart(() => import('./SealDecisionDialog.tsx'))

const tabs = [
  { name: 'waiting', label: 'Waiting' },
  { name: 'open', label: 'Open' },
  { name: 'past', label: 'Past' },
] as const

type Props = { school: string; title?: string }

/** Requests to open seals: those that wait for a second person, those whose name can be read, and the past ones. */
export function SealRequests({ school, title }: Props) {
  const view = useSealsView()
  const list = useSeals(view.state, view.page, school)
  const [opened, setOpened] = useState<{ request: SealRequest; step: SealStep }>()
  const close = () => setOpened(undefined)
  return (
    <AdminList
      title={title ?? 'Requests'}
      head={title === undefined ? <h2 className="sr-only">Requests</h2> : undefined}
      subtitle="Two people together open the seal of something anonymous"
      list={list}
      heading={
        <LinkTabs
          label="Requests to open seals"
          tabs={tabs}
          active={view.state}
          to={(state) => view.linkTo({ state, page: 1 })}
          className="mb-4"
        />
      }
      problem={list.isError && loadProblem(list.error, 'We couldn’t load the requests.')}
      rows={list.data?.data.requests ?? []}
      empty={
        <EmptyState
          illustration={<LawnIllustration />}
          title="No requests"
          {...(view.state === 'waiting' ? { text: 'No one is waiting for a second person.' } : {})}
        />
      }
      row={(request) => (
        <li key={request.id}>
          <SealRow request={request} onStep={(step) => setOpened({ request, step })} />
        </li>
      )}
      pages={
        list.data && {
          page: view.page,
          totalPages: list.data.data.pagination.totalPages,
          onPage: (page, options) => view.change({ page }, options),
        }
      }
    >
      <Suspense>
        {opened?.step === 'read' && <SealAuthorDialog request={opened.request} onClose={close} />}
        {opened && opened.step !== 'read' && (
          <SealDecisionDialog request={opened.request} step={opened.step} onClose={close} />
        )}
      </Suspense>
    </AdminList>
  )
}
