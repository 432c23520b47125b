import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { choiceParam, pageParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { loadProblem } from '../../moderation/web/reports.ts'
import { noticesApi } from '../contract.gen.ts'
import type { Notice } from '../contract.ts'
import { groundLabels } from './labels.ts'

const params = { page: pageParam, status: choiceParam(['open', 'closed'], 'open', 'view') }
const statuses = toOptions<'open' | 'closed'>({ open: 'Open', closed: 'Closed' })

/** To site administrators: the confirmed notices of people without an account. Those without a report are closed here. */
export default function NoticesTab() {
  const view = useUrlState(params)
  const [closing, setClosing] = useState<Notice>()
  const { page, status } = view
  const list = useQuery({
    ...query(noticesApi.list, { query: { page, state: status } }),
    placeholderData: (before) => before,
  })
  return (
    <AdminList
      title="Notices"
      subtitle="From people without an account. Those with a report close with it."
      list={list}
      tools={
        <Select
          label="Status"
          labelHidden
          value={status}
          options={statuses}
          onChange={(status) => view.change({ status })}
        />
      }
      problem={list.isError && loadProblem(list.error, 'Failed to load notices')}
      rows={list.data?.data ?? []}
      empty={
        <EmptyState
          illustration={<LawnIllustration />}
          title={status === 'open' ? 'No open notices' : 'No closed notices'}
        />
      }
      row={(notice) => (
        <li key={notice.id}>
          <Row notice={notice} onClose={() => setClosing(notice)} />
        </li>
      )}
      pages={
        list.data && {
          page,
          totalPages: list.data.pagination.hasMore ? page + 1 : page,
          onPage: (page, options) => view.change({ page }, options),
        }
      }
    >
      {closing && <CloseDialog notice={closing} onClose={() => setClosing(undefined)} />}
    </AdminList>
  )
}

function Row({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const facts = [
    ['Link', notice.link],
    ['Text', notice.text],
    ['Rule or law', notice.law],
    ['Signed by', `${notice.signature} (${notice.email})`],
    ['About', notice.concerns === 'self' ? 'Themselves' : 'Someone else'],
  ].filter(([, text]) => text !== '')
  return (
    <article className="card px-4.5 py-3.5">
      <h3 className="text-card">{groundLabels[notice.ground]}</h3>
      <p className="text-small text-soft">
        {notice.receipt} · {notice.state} · <Time at={notice.confirmed_at} />
        {notice.school && ` · ${notice.school}`}
      </p>
      <dl className="mt-2 space-y-1">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt className="text-small text-faint">{name}</dt>
            <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        {notice.report_id && (
          <Link to={`/admin?tab=reports&report=${notice.report_id}`} className={buttonClassName('secondary')}>
            Open the report
          </Link>
        )}
        {!notice.report_id && notice.closed_at === null && (
          <Button onClick={onClose} aria-label={`Close ${notice.receipt}`}>
            Close
          </Button>
        )}
      </div>
    </article>
  )
}

function CloseDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const client = useQueryClient()
  const close = useLockedMutation({
    mutationFn: () => call(noticesApi.close, { params: { id: notice.id } }),
    onSuccess() {
      onClose()
      return invalidate(client, noticesApi)
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Close notice"
      question={`Close ${notice.receipt}? ${notice.email} gets an email that you have looked at it and decided.`}
      confirmLabel="Close notice"
      onConfirm={() => close.mutate()}
      isPending={close.isPending}
      pendingLabel="Closing..."
      error={close.error ? userMessage(close.error, unknownFailure, { statuses: 'all' }) : undefined}
    />
  )
}
