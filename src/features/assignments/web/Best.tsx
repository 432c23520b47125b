import { Award } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'

/** Badge of the best answer. */
export const Best = () => (
  <span className="mt-1 inline-flex shrink-0 items-center gap-1 rounded-full bg-brand-soft px-2.5 py-0.5 text-small font-semibold text-brand">
    <Icon icon={Award} size={16} strokeWidth={2} /> Best answer
  </span>
)
