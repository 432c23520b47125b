import { ChevronDown } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Icon } from './Icon.tsx'

type Props = {
  label?: string
  /** What applies while it is closed: 'Anyone in the group · no tags'. */
  summary: string
  /** Opens it, for example when a field inside is invalid. It stays open when the field is corrected. */
  open?: boolean
  children: ReactNode
}

/** The optional fields of a form, folded, with a summary of their values. */
export function MoreOptions({ label = 'More options', summary, open = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(open)
  if (open && !isOpen) setIsOpen(true)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control [&::-webkit-details-marker]:hidden">
        <Icon icon={ChevronDown} size={18} className="shrink-0 transition-transform group-open:rotate-180" />
        <span className="min-w-0">
          <span className="font-medium">{label}</span>{' '}
          <span className="text-small text-soft group-open:hidden">{summary}</span>
        </span>
      </summary>
      <div className="space-y-4 pt-2">{children}</div>
    </details>
  )
}
