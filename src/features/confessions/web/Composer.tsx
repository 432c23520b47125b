import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { anonymityNote, authorshipNote } from '../../../shared/web/anonymity-note.ts'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { TextCounter } from '../../../shared/web/ui/TextCounter.tsx'
import { NoteFields } from '../../discussions/web/NoteFields.tsx'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { NamingQuestion } from '../../people/web/NamingQuestion.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { confessionsApi } from '../contract.gen.ts'
import { type Category, confessionLimits, confessions } from '../contract.ts'
import { categories } from './labels.ts'
import { invalidateConfessions } from './queries.ts'

/**
 * Writes a confession. Keeps the draft until it is sent, also after a failure. Shows failures in the dialog, not as a
 * toast.
 */
export default function Composer({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const client = useQueryClient()
  const counter = useId()
  const me = useMe()
  const isConfirmed = useRef(false)
  const { form, values, change, choice, submit, failure, isPending } = useContractForm({
    name: 'confession',
    initial: (): { content: string; category: Category; note: string } => ({
      content: '',
      category: 'general',
      note: '',
    }),
    schema: confessions.create.body,
    toBody: ({ note, ...values }) => ({
      ...values,
      ...(note.trim() && { note }),
      ...(isConfirmed.current && { confirmed: true }),
    }),
    send: (body, idempotencyKey) => call(confessionsApi.create, { body, idempotencyKey }),
    onSuccess: () => void invalidateConfessions(client),
    onDone: () => {
      onClose()
      onMade()
    },
  })
  const length = [...values.content.trim()].length
  const isShort = length < confessionLimits.min
  const isLong = length > confessionLimits.max
  const fits = !isShort && !isLong
  const confirm = () => {
    isConfirmed.current = true
    submit()
    isConfirmed.current = false
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New confession"
      description={`${me.confessions_mode === 'read_first' ? 'This appears after a moderator has read it. ' : ''}No one will see your name. ${me.anonymity_mode === 'one' ? 'Moderators can look it up if it’s reported.' : anonymityNote(me.anonymity_mode, me.school)}${authorshipNote(me.unmaskable_days)}`}
      problem={formatFailedPost(failure)}
      actions={
        <>
          <TextCounter id={counter} length={length} max={confessionLimits.max} className="mr-auto self-center">
            {isShort && ` (Minimum ${confessionLimits.min} characters required)`}
          </TextCounter>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            disabled={!fits}
            pendingLabel={isPending && 'Posting...'}
          >
            Confess
          </Button>
        </>
      }
    >
      <form {...form} className="flex flex-col">
        <textarea
          autoFocus
          value={values.content}
          readOnly={isPending}
          onChange={(event) => change({ content: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && fits) submit()
          }}
          aria-label="Your confession"
          dir="auto"
          aria-describedby={counter}
          aria-invalid={isLong}
          placeholder="What would you never say with your name on it?"
          className="field-sizing-content mt-1 min-h-36 w-full shrink-0 resize-none rounded-control bg-sunken p-4 text-body"
        />
        <Select label="Category" options={categories} {...choice('category')} className="mt-3" />
        <NoteFields
          note={values.note}
          isSensitive={false}
          canHavePictures={false}
          onNote={(note) => change({ note })}
          onSensitive={() => {}}
        />
        <CrisisCard text={values.content} onPost={fits ? submit : undefined} onSave={onClose} />
      </form>
      <NamingQuestion error={failure} isPending={isPending} onConfirm={confirm} />
    </Dialog>
  )
}
