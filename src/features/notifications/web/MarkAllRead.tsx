import { CheckCheck } from 'lucide'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { useMarkRead } from './notifications.ts'

const label = 'Mark all as read'

/** A button, on the bar of a phone an icon. */
export function MarkAllRead({ isIcon = false }: { isIcon?: boolean }) {
  const mark = useMarkRead()
  const press = () => mark.mutate(undefined)
  return isIcon ? (
    <IconButton label={label} disabled={mark.isPending} onClick={press}>
      <Icon icon={CheckCheck} />
    </IconButton>
  ) : (
    <Button onClick={press} pendingLabel={mark.isPending && 'Marking...'}>
      {label}
    </Button>
  )
}
