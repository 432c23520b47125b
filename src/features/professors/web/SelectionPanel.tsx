import { X } from 'lucide'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { maxCompared, type Selection } from './compare.ts'
import { toAvatarPerson } from './labels.ts'

const min = 2

/** Professors selected for comparison: at the right edge of a wide screen, above the bottom bar of a phone. */
export function SelectionPanel({ selection, onCompare }: { selection: Selection; onCompare: () => void }) {
  const { chosen } = selection
  if (chosen.length === 0) return null
  return (
    <section
      aria-label="Professors to compare"
      className="fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex animate-[rise_180ms_ease-out] flex-wrap items-center gap-x-3 floating px-4 py-2 desk:inset-x-auto desk:right-6 desk:bottom-6 desk:w-72 desk:py-3"
    >
      <h2 className="text-base desk:flex-1 desk:text-card">
        {chosen.length} of {maxCompared} selected
      </h2>
      <Button variant="ghost" onClick={selection.clear} className="px-3! max-desk:ml-auto">
        Clear
      </Button>
      <ul className="hidden max-h-[40dvh] w-full overflow-y-auto desk:block">
        {chosen.map((professor) => (
          <li key={professor.id} className="flex items-center gap-2.5">
            <Avatar person={toAvatarPerson(professor)} size={32} />
            <span className="min-w-0 flex-1 truncate">{professor.full_name}</span>
            <IconButton
              label={`Remove ${professor.full_name} from the comparison`}
              onClick={() => selection.toggle(professor)}
            >
              <Icon icon={X} size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button variant="primary" disabled={chosen.length < min} onClick={onCompare} className="desk:mt-2 desk:w-full">
        Compare
      </Button>
      {chosen.length < min && <p className="w-full pt-1 text-small text-soft">Pick one more to compare.</p>}
    </section>
  )
}
