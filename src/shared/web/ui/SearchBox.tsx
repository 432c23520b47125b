import { Search } from 'lucide'
import { useEffect, useEffectEvent, useState } from 'react'
import { maxSearchLength } from '../../limits.ts'
import { Icon } from './Icon.tsx'

/** Time without a keystroke after which a search starts. */
const debounceMs = 300

type Props = {
  label: string
  /** The current search term. */
  term: string
  onSearch: (term: string) => void
  onType?: (typed: string) => void
  autoFocus?: boolean
  className?: string
}

/** A field that starts a search when the user pauses typing. */
export function SearchBox({ label, term, onSearch, onType, autoFocus = false, className = '' }: Props) {
  const [typed, setTyped] = useState(term)

  const ask = useEffectEvent(() => {
    if (typed.trim() !== term) onSearch(typed.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search
  useEffect(() => {
    const waiting = setTimeout(() => ask(), debounceMs)
    return () => clearTimeout(waiting)
  }, [typed])
  useEffect(() => setTyped((now) => (now.trim() === term ? now : term)), [term])

  return (
    <label className={`relative ${className}`}>
      <span className="sr-only">{label}</span>
      <Icon
        icon={Search}
        size={18}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        dir="auto"
        value={typed}
        maxLength={maxSearchLength}
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: only where the user has opened the field
        autoFocus={autoFocus}
        onChange={({ target }) => {
          setTyped(target.value)
          onType?.(target.value)
        }}
        className="min-h-11 w-full rounded-full bg-sunken pr-4 pl-10 text-body text-ellipsis desk:min-h-9 desk:text-base"
      />
    </label>
  )
}
