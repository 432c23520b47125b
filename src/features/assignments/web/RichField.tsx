import { useId, useState } from 'react'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Rich } from './Rich.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  maxLength?: number
  required?: true
  error?: string | undefined
}

/** A Markdown field with a preview. */
export function RichField({ label, value, onChange, error, ...rules }: Props) {
  const [isShown, setIsShown] = useState(false)
  const preview = useId()
  return (
    <div>
      <Field
        label={label}
        multiline
        {...rules}
        value={value}
        onChange={onChange}
        error={error}
        hint="You can use Markdown, `code` and $formulas$"
      />
      {value.trim() !== '' && (
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={preview}
          onClick={() => setIsShown(!isShown)}
          className="min-h-11 font-semibold text-brand hover:underline desk:min-h-9"
        >
          {isShown ? 'Hide preview' : 'Preview'}
        </button>
      )}
      <div id={preview} hidden={!isShown} className="rounded-control border border-line px-3.5 py-2.5">
        {isShown && <Rich text={value} />}
      </div>
    </div>
  )
}
