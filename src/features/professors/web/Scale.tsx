import { Star } from 'lucide'
import { useId, useState } from 'react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'

const steps = [1, 2, 3, 4, 5] as const

type Props = {
  label: string
  /** Meanings of 1 to 5. */
  words: readonly [string, string, string, string, string]
  /** What is sent without a choice, drawn as an outline. */
  unchosen?: number
  /** 0 when none is chosen. */
  value: number
  onChange: (value: number) => void
  error?: string | undefined
}

/** Five stars as a group of radio buttons. */
export function Scale({ label, words, unchosen = 0, value, onChange, error }: Props) {
  const id = useId()
  const [pointed, setPointed] = useState(0)
  const filled = pointed || value
  return (
    <div>
      <p id={id} className="font-medium">
        {label}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className="-ml-2 inline-flex"
        onPointerLeave={() => setPointed(0)}
      >
        {steps.map((step) => (
          <label
            key={step}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(step)}
            className="disc size-12 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={id}
              value={step}
              checked={value === step}
              onChange={() => onChange(step)}
              aria-label={`${step} of 5`}
              className="sr-only"
            />
            <Icon
              icon={Star}
              size={28}
              strokeWidth={1.5}
              className={
                step <= filled
                  ? 'fill-gold text-orange'
                  : filled === 0 && step <= unchosen
                    ? 'text-orange'
                    : 'text-faint'
              }
            />
          </label>
        ))}
      </div>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={`text-small ${error ? 'font-medium text-danger' : 'text-soft'}`}
      >
        {error ?? describeValue(value, words, unchosen)}
      </p>
    </div>
  )
}

function describeValue(value: number, words: Props['words'], unchosen: number): string {
  if (value > 0) return `${value} · ${words[Math.round(value) - 1]}`
  return `1 = ${words[0]}, 5 = ${words[4]}${unchosen ? `. ${unchosen} unless you choose` : ''}`
}
