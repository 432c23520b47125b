import { Flag } from 'lucide'
import { type ComponentProps, useState } from 'react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { LazyReportDialog } from './LazyReportDialog.tsx'

type Props = Omit<ComponentProps<typeof LazyReportDialog>, 'onClose'> & {
  /** Names the item: 'Report Chess on the lawn'. */
  label: string
  className?: string
}

/** A flag that opens the report dialog. In a menu, open LazyReportDialog instead. */
export function ReportButton({ label, className = '', ...dialog }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label={label} className={className} onClick={() => setIsOpen(true)}>
        <Icon icon={Flag} size={18} />
      </IconButton>
      {isOpen && <LazyReportDialog {...dialog} onClose={() => setIsOpen(false)} />}
    </>
  )
}
