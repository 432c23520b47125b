import { type ReactNode, useId, useState } from 'react'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { formatLaterTime, listLaterTimes, parseFieldTime, toFieldTime } from './later-times.ts'

type Props = {
  title: string
  submitLabel: string
  pendingLabel: string
  isPending: boolean
  /** What the server refuses about the time. */
  error?: string | undefined
  /** Above the times, such as the text that waits. `submit` is absent without a time. */
  children?: ReactNode | ((submit: (() => void) | undefined) => ReactNode)
  /** Seconds since 1970. */
  initial?: number
  onSubmit: (at: number) => void
  onClose: () => void
}

/** Asks for a time ahead: a few to choose from, or any other. */
export function LaterDialog({ title, initial, error, children, onSubmit, ...rest }: Props) {
  const id = useId()
  const [times] = useState(() => listLaterTimes())
  const [value, setValue] = useState(() =>
    toFieldTime(initial === undefined ? (times[0]?.at ?? new Date()) : new Date(initial * 1000)),
  )
  const at = parseFieldTime(value)
  const submit = at === undefined ? undefined : () => onSubmit(at)
  return (
    <FormDialog
      {...rest}
      title={title}
      disabled={!submit}
      formClassName="space-y-4"
      form={{
        id,
        onSubmit: (event) => {
          event.preventDefault()
          submit?.()
        },
      }}
    >
      {typeof children === 'function' ? children(submit) : children}
      <fieldset className="space-y-1">
        <legend className="sr-only">Times</legend>
        {times.map((time) => (
          <button
            key={time.label}
            type="button"
            aria-pressed={value === toFieldTime(time.at)}
            onClick={() => setValue(toFieldTime(time.at))}
            className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-3 text-left hover:bg-sunken aria-pressed:bg-brand-soft aria-pressed:font-medium"
          >
            <span>{time.label}</span>
            <span className="text-small text-soft">{formatLaterTime(time.at.getTime() / 1000)}</span>
          </button>
        ))}
      </fieldset>
      <Field label="Time" type="datetime-local" value={value} onChange={setValue} error={error} />
    </FormDialog>
  )
}
