import { quickTags } from './labels.ts'

type Props = { tags: readonly string[]; onChange: (tags: readonly string[]) => void }

/** The quick tags as toggle buttons. */
export function TagChoice({ tags, onChange }: Props) {
  const toggle = (tag: string) =>
    onChange(tags.includes(tag) ? tags.filter((chosen) => chosen !== tag) : [...tags, tag])
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Quick tags</legend>
      <div className="flex flex-wrap gap-2">
        {quickTags.map((tag) => (
          <button
            key={tag}
            type="button"
            aria-pressed={tags.includes(tag)}
            onClick={() => toggle(tag)}
            className="min-h-11 rounded-full border border-line px-4 font-medium text-soft transition-colors duration-150 hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand desk:min-h-9"
          >
            {tag}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
