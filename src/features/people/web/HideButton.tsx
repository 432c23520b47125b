import { EyeOff } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import type { HideableKind } from '../safety-contract.ts'
import { useHide } from './safety.tsx'

type Props = {
  /** Names the item: 'Hide Chess on the lawn'. */
  label: string
  kind: HideableKind
  id: string
  className?: string
}

/** An eye that hides an item from the viewer's lists. In a menu, use `useSafetyItems` instead. */
export function HideButton({ label, kind, id, className = '' }: Props) {
  const hide = useHide({ kind, id })
  return (
    <IconButton label={label} className={className} onClick={() => hide.mutate()}>
      <Icon icon={EyeOff} size={18} />
    </IconButton>
  )
}
