import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { Suspense, useState } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Badge, Panel } from '../../../shared/web/ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { rulesApi } from '../contract.gen.ts'
import type { Rule } from '../contract.ts'

const RuleDialog = lazyPart(() => import('./RuleDialog.tsx'))

type Props = {
  /** For site administrators; the own school by default. */
  school: string
  /** The reasons of reports with their labels, which a lower layer does not know. */
  reasons: readonly (readonly [reason: string, label: string])[]
}

const expectedRules = [1, 2, 3, 4, 5]

/** The rules that moderators decide by. */
export function RulesPanel({ school, reasons }: Props) {
  const client = useQueryClient()
  const list = useQuery(query(rulesApi.list, { query: { school_id: school || undefined } }))
  const [editing, setEditing] = useState<Rule | 'new'>()
  const [withdrawing, setWithdrawing] = useState<Rule>()
  const remove = useLockedMutation({
    mutationFn: (id: string) => call(rulesApi.remove, { params: { id } }),
    onSuccess: () => {
      setWithdrawing(undefined)
      return invalidate(client, rulesApi)
    },
  })
  const rules = list.data?.data ?? []
  const labels = new Map(reasons)

  return (
    <Panel
      title="Rules"
      subtitle="What moderators decide by. A decision keeps the words that applied to it."
      onRefresh={() => list.refetch()}
      actions={
        list.isSuccess && (
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Icon icon={Plus} size={18} />
            Add rule
          </Button>
        )
      }
    >
      {list.isPending && (
        <div role="status" aria-label="Loading the rules" className="card divide-y divide-line">
          {expectedRules.map((key) => (
            <div key={key} className="px-4.5 py-3.5">
              <Skeleton className="h-5 w-1/3" />
              <Skeleton className="mt-2 h-4 w-11/12" />
              <Skeleton className="mt-2 h-4 w-1/4" />
            </div>
          ))}
        </div>
      )}
      {list.isError && (
        <ErrorState text="We couldn’t load the rules." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rules.length === 0 && (
        <p className="card px-6 py-10 text-center text-soft">No rules. Decisions name the rule “Other”.</p>
      )}
      {rules.length > 0 && (
        <ol className="card divide-y divide-line">
          {rules.map((rule) => (
            <li key={rule.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4.5 py-3.5">
              <div className="min-w-0 flex-1 basis-60">
                <h3 className="text-card wrap-anywhere">
                  {rule.position}. {rule.title}
                </h3>
                <p dir="auto" className="mt-0.5 whitespace-pre-wrap wrap-anywhere text-soft">
                  {rule.text}
                </p>
                <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-small text-soft">
                  {rule.reasons.map((reason) => (
                    <Badge key={reason}>{labels.get(reason) ?? reason}</Badge>
                  ))}
                  Version {rule.version}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button aria-label={`Edit ${rule.title}`} onClick={() => setEditing(rule)}>
                  Edit
                </Button>
                <Button
                  variant="ghost"
                  className="hover:text-danger"
                  aria-label={`Withdraw ${rule.title}`}
                  onClick={() => {
                    remove.reset()
                    setWithdrawing(rule)
                  }}
                >
                  Withdraw
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {editing && (
        <Suspense>
          <RuleDialog
            rule={editing === 'new' ? undefined : editing}
            position={Math.min(1000, Math.max(0, ...rules.map(({ position }) => position)) + 1)}
            school={school}
            reasons={reasons}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
      {withdrawing && (
        <ConfirmDialog
          title={`Withdraw “${withdrawing.title}”`}
          question="Moderators can’t choose this rule anymore. Decisions that used it keep its words."
          confirmLabel="Withdraw rule"
          pendingLabel="Withdrawing..."
          onConfirm={() => remove.mutate(withdrawing.id)}
          onClose={() => setWithdrawing(undefined)}
          isPending={remove.isPending}
          error={remove.isError ? userMessage(remove.error, unknownFailure, { statuses: 'all' }) : undefined}
        />
      )}
    </Panel>
  )
}
