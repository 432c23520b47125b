import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { TextCounter } from '../../../shared/web/ui/TextCounter.tsx'
import { confessionsApi } from '../contract.gen.ts'
import type { Category } from '../contract.ts'
import { categories } from './labels.ts'
import { invalidateConfessions } from './queries.ts'

const limits = { min: 10, max: 2000 }

/**
 * Writes a confession. Keeps the draft until it is sent, also after a failure. Shows failures in the dialog, not as a
 * toast.
 */
export default function Composer({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const client = useQueryClient()
  const [text, write] = useDraft('confession')
  const [category, setCategory] = useState<Category>('general')
  const counter = useId()
  const length = [...text.trim()].length
  const isShort = length < limits.min
  const confess = useSubmit({
    form: 'confession',
    drafts: ['confession'],
    send: (keyFor) => {
      const body = { content: text, category }
      return call(confessionsApi.create, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: () => void invalidateConfessions(client),
    onDone: () => {
      onClose()
      onMade()
    },
  })
  const fits = !isShort && length <= limits.max
  return (
    <Dialog
      open
      onClose={onClose}
      title="New confession"
      description="No one will see your name. Moderators can look it up if it’s reported."
      actions={
        <>
          <TextCounter id={counter} length={length} max={limits.max} className="mr-auto self-center">
            {isShort && ' (Minimum 10 characters required)'}
          </TextCounter>
          <Button
            variant="primary"
            disabled={!fits}
            pendingLabel={confess.isPending && 'Posting...'}
            onClick={() => confess.submit()}
          >
            Confess
          </Button>
        </>
      }
    >
      <textarea
        autoFocus
        value={text}
        readOnly={confess.isPending}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && fits) confess.submit()
        }}
        aria-label="Your confession"
        aria-describedby={counter}
        aria-invalid={length > limits.max}
        placeholder="What would you never say with your name on it?"
        className="field-sizing-content mt-1 min-h-36 w-full shrink-0 resize-none rounded-control bg-sunken p-4 text-body"
      />
      <Select label="Category" value={category} options={categories} onChange={setCategory} className="mt-3" />
    </Dialog>
  )
}
