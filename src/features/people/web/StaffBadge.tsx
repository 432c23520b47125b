import { ShieldCheck } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'

/** Marks an admin. It is beside the name, in a shape and color that the text of a name cannot imitate. */
export const StaffBadge = () => (
  <span className="inline-flex shrink-0 items-center gap-1 rounded-full bg-brand-soft px-2 py-0.5 align-middle text-small font-semibold text-brand">
    <Icon icon={ShieldCheck} size={14} strokeWidth={2} />
    <span>
      Staff<span className="sr-only"> at your school</span>
    </span>
  </span>
)
