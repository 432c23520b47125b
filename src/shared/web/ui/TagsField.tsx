import { X } from 'lucide'
import { useState } from 'react'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'

type Props = {
  value: readonly string[]
  onChange: (tags: readonly string[]) => void
  /** How many tags, and how many characters of each. */
  limits: { readonly tags: number; readonly tag: number }
  error?: string | undefined
}

/** An input for tags: Enter or a comma adds a tag; duplicates are ignored, also in capitals. */
export function TagsField({ value: tags, onChange, limits, error }: Props) {
  const [text, setText] = useState('')
  const isFull = tags.length >= limits.tags
  const add = () => {
    const tag = text.trim().replace(/^#/, '')
    setText('')
    const isKnown = tags.some((other) => other.toLowerCase() === tag.toLowerCase())
    if (tag && !isKnown && !isFull) onChange([...tags, tag])
  }
  return (
    <div>
      <Field
        label="Tags"
        value={text}
        maxLength={limits.tag}
        disabled={isFull}
        error={error}
        hint={isFull ? `Add up to ${limits.tags} tags` : 'Press Enter to add a tag'}
        enterKeyHint="done"
        onChange={setText}
        onKeyDown={(event) => {
          if ((event.key !== 'Enter' && event.key !== ',') || event.nativeEvent.isComposing) return
          event.preventDefault()
          add()
        }}
        onBlur={add}
      />
      {tags.length > 0 && (
        <ul aria-label="Selected tags" className="mt-2 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => onChange(tags.filter((each) => each !== tag))}
                className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-brand-soft px-3.5 text-small font-medium text-brand"
              >
                <span className="truncate">{tag}</span>
                <Icon icon={X} size={14} strokeWidth={2} className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
