import { type ReactNode, useId } from 'react'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { bigTextClassName } from '../../../shared/web/ui/field-classes.ts'
import { TextCounter } from '../../../shared/web/ui/TextCounter.tsx'
import { MediaButtons } from '../../media/web/MediaButtons.tsx'
import { MediaPicker } from '../../media/web/MediaPicker.tsx'
import type { MediaPickerState } from '../../media/web/useMediaPicker.ts'
import { useMe } from '../../session/web/auth.tsx'
import { longPost, postLimits } from '../contract.gen.ts'

/** Lengths from which the counter is orange and red. */
const [orangeLength, redLength] = [1500, 1800]

type Props = {
  title: string
  author: { readonly id: string | null; readonly name: string; readonly avatar_url: string | null }
  text: string
  picker: MediaPickerState
  /** Below the author. */
  note: ReactNode
  /** Beside the buttons for photos and videos. */
  option?: ReactNode
  problem: ReactNode
  isPending: boolean
  pendingLabel: string
  submitLabel: string
  /** Submitting is also refused for an empty or too long text, and after a failed upload. */
  isUnchanged?: boolean
  onSubmit: () => void
  onClose: () => void
  /** The text field with these props. */
  children: (field: ReturnType<typeof toFieldProps>) => ReactNode
}

/** Whether text and files can be posted. */
const canPost = (length: number, picker: MediaPickerState) =>
  length > 0 && length <= postLimits.characters && !picker.hasFailed

/** The dialog in which a post is written or edited. */
export function PostComposer(props: Props) {
  const { title, author, text, picker, note, option, problem, isPending, pendingLabel, submitLabel } = props
  const { isUnchanged = false, onSubmit, onClose, children } = props
  const counter = useId()
  const me = useMe()
  const length = [...text.trim()].length
  const fits = canPost(length, picker) && !isUnchanged
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title={title}
      area={picker.area}
      problem={length > postLimits.characters ? longPost : problem}
      actions={
        <>
          <div className="mr-auto flex items-center gap-1">
            <MediaButtons picker={picker} disabled={isPending} />
            {option}
          </div>
          <div className="ml-auto flex items-center gap-3">
            <TextCounter
              id={counter}
              length={length}
              max={postLimits.characters}
              warnAbove={orangeLength}
              alertAbove={redLength}
              spaced
            />
            <Button
              variant="primary"
              disabled={!fits}
              pendingLabel={isPending && (picker.isRunning ? 'Uploading...' : pendingLabel)}
              onClick={onSubmit}
            >
              {submitLabel}
            </Button>
          </div>
        </>
      }
    >
      <div className="flex items-center gap-3 pb-1">
        <Avatar person={author} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{author.name}</p>
          <p className="truncate text-small text-soft">{me.school}</p>
        </div>
      </div>
      <div aria-live="polite">
        {note && <p className="py-2 text-small text-soft">{note}</p>}
        {length === 0 && picker.picks.length > 0 && (
          <p className="py-2 text-small text-soft">Please write something to post</p>
        )}
      </div>
      {children(toFieldProps({ counter, length, isPending, submit: fits ? onSubmit : undefined }))}
      <MediaPicker picker={picker} disabled={isPending} />
    </Dialog>
  )
}

const toFieldProps = (state: {
  counter: string
  length: number
  isPending: boolean
  submit: (() => void) | undefined
}) => ({
  autoFocus: true,
  readOnly: state.isPending,
  onKeyDown: (event: { key: string; ctrlKey: boolean; metaKey: boolean }) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) state.submit?.()
  },
  'aria-label': 'Your post',
  'aria-describedby': state.counter,
  'aria-invalid': state.length > postLimits.characters,
  className: `${bigTextClassName} min-h-24 sm:min-h-36`,
})
