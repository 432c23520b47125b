import { call } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import type { ContentItem, content } from '../contract.ts'

/** Names the author of something anonymous, to whoever says why. */
export function RevealDialog({ item, onClose }: { item: ContentItem; onClose: () => void }) {
  const [reason, write] = useDraft(`reveal ${item.id}`)
  const reveal = useLockedMutation({
    mutationFn: () => {
      const ask = { params: { id: item.id }, body: { type: item.type, reason } }
      return call<typeof content.reveal>('POST /admin/content/:id/reveal', ask)
    },
    onSuccess: () => write(''),
  })
  const author = reveal.data?.data
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reveal author"
      description="People were promised that nobody learns who wrote this. Your name and your reason are kept in the audit log."
      actions={
        author ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="danger"
              disabled={!reason.trim()}
              busy={reveal.isPending && 'Revealing...'}
              onClick={() => reveal.mutate()}
            >
              Reveal author
            </Button>
          </>
        )
      }
    >
      {author ? (
        <p role="status">
          This was written by <span className="font-semibold">{author.name}</span> ({author.email}).
        </p>
      ) : (
        <Field
          label="Reason"
          lines
          required
          value={reason}
          onChange={write}
          maxLength={2000}
          problem={reveal.isError ? reveal.error.message : undefined}
        />
      )}
    </Dialog>
  )
}
