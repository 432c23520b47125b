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
import { templatesApi } from '../desk-contract.gen.ts'
import type { Template } from '../desk-contract.ts'
import { priorityLabels } from './labels.ts'

const TemplateDialog = lazyPart(() => import('./TemplateDialog.tsx'))

/** The texts that moderators of a school insert into statements. */
export function TemplatesPanel({ school }: { school: string }) {
  const client = useQueryClient()
  const list = useQuery(query(templatesApi.list, { query: { school_id: school || undefined } }))
  const [editing, setEditing] = useState<Template | 'new'>()
  const [deleting, setDeleting] = useState<Template>()
  const remove = useLockedMutation({
    mutationFn: (id: string) => call(templatesApi.remove, { params: { id } }),
    onSuccess: () => {
      setDeleting(undefined)
      return invalidate(client, templatesApi)
    },
  })
  const templates = list.data?.data ?? []
  return (
    <Panel
      title="Templates"
      subtitle="Texts for statements. {name}, {rule} and {until} are filled in."
      onRefresh={() => list.refetch()}
      actions={
        list.isSuccess && (
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Icon icon={Plus} size={18} />
            Add template
          </Button>
        )
      }
    >
      {list.isPending && <Skeleton className="h-24" />}
      {list.isError && (
        <ErrorState text="We couldn’t load the templates." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && templates.length === 0 && (
        <p className="card px-6 py-10 text-center text-soft">No templates</p>
      )}
      {templates.length > 0 && (
        <ul className="card divide-y divide-line">
          {templates.map((template) => (
            <li key={template.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4.5 py-3.5">
              <div className="min-w-0 flex-1 basis-60">
                <h3 dir="auto" className="text-card wrap-anywhere">
                  {template.title}{' '}
                  {template.priority && <Badge tone="plain">{priorityLabels[template.priority]}</Badge>}
                </h3>
                <p dir="auto" className="mt-0.5 whitespace-pre-wrap wrap-anywhere text-soft">
                  {template.text}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button aria-label={`Edit ${template.title}`} onClick={() => setEditing(template)}>
                  Edit
                </Button>
                <Button
                  variant="ghost"
                  className="hover:text-danger"
                  aria-label={`Delete ${template.title}`}
                  onClick={() => setDeleting(template)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <Suspense>
          <TemplateDialog
            school={school}
            template={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
      {deleting && (
        <ConfirmDialog
          onClose={() => setDeleting(undefined)}
          title="Delete template"
          question={`Delete “${deleting.title}”? Statements that were sent keep their words.`}
          confirmLabel="Delete"
          onConfirm={() => remove.mutate(deleting.id)}
          isPending={remove.isPending}
          pendingLabel="Deleting..."
          error={remove.error ? userMessage(remove.error, unknownFailure) : undefined}
        />
      )}
    </Panel>
  )
}
