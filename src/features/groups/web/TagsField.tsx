import { X } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { groupLimits } from '../contract.gen.ts'

type Props = { value: readonly string[]; onChange: (tags: readonly string[]) => void; error?: string | undefined }

/** An input for tags: Enter adds a tag; duplicates are ignored. */
export function TagsField({ value: tags, onChange, error }: Props) {
  const [text, setText] = useState('')
  const isFull = tags.length >= groupLimits.tags
  const add = () => {
    const tag = text.trim()
    setText('')
    if (tag && !tags.includes(tag) && !isFull) onChange([...tags, tag])
  }
  return (
    <div>
      <Field
        label="Tags"
        value={text}
        maxLength={groupLimits.tag}
        disabled={isFull}
        error={error}
        hint={isFull ? `Add up to ${groupLimits.tags} tags` : 'Press Enter to add a tag'}
        enterKeyHint="done"
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
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

export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <ul aria-label="Tags" className="flex flex-wrap gap-2">
    {tags.map((tag) => (
      <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-3 py-1 text-small text-soft">
        {tag}
      </li>
    ))}
  </ul>
)
