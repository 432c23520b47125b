import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { notesApi } from '../desk-contract.gen.ts'
import { notes } from '../desk-contract.ts'
import { formatDate } from './labels.ts'

/** What moderators wrote down about a person. */
export function PersonNotes({ userId }: { userId: string }) {
  const client = useQueryClient()
  const list = useQuery(query(notesApi.list, { params: { id: userId } }))
  const { form, field, values, failure, isPending } = useContractForm({
    name: `note ${userId}`,
    initial: () => ({ text: '' }),
    schema: notes.create.body,
    toBody: ({ text }) => ({ text }),
    send: (body, idempotencyKey) => call(notesApi.create, { params: { id: userId }, body, idempotencyKey }),
    toSaved: () => ({ text: '' }),
    onSuccess: () => invalidate(client, notesApi),
  })
  const remove = useLockedMutation({
    mutationFn: (id: string) => call(notesApi.remove, { params: { id } }),
    onError: (error) => toast.failure(error, 'Failed to delete the note'),
    onSettled: () => void invalidate(client, notesApi),
  })
  const rows = list.data?.data
  return (
    <section aria-label="Notes">
      <h3 className="text-card">Notes</h3>
      {list.isPending && <Skeleton className="mt-2 h-10" />}
      {list.isError && (
        <ErrorState bare text="We couldn’t load the notes." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {rows?.length === 0 && <p className="mt-1 text-soft">No notes</p>}
      <ul className="divide-y divide-line">
        {rows?.map(({ id, author_name, text, created_at }) => (
          <li key={id} className="flex items-start gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
              <p className="text-small text-soft">
                {author_name} · {formatDate(created_at)}
              </p>
            </div>
            <IconButton label={`Delete the note of ${author_name}`} onClick={() => remove.mutate(id)}>
              <Icon icon={Trash2} size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      <form {...form} className="mt-2">
        {failure && <Banner text={userMessage(failure, 'Failed to save the note')} />}
        <Field
          label="Add a note"
          multiline
          hint="Moderators of the school read it. The person finds it in their data export."
          {...field('text')}
        />
        {values.text.trim() && (
          <Button type="submit" className="mt-2" pendingLabel={isPending && 'Saving...'}>
            Save note
          </Button>
        )}
      </form>
    </section>
  )
}
