import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { useIsDesktop } from '../media-query.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  label: string
  anchor: HTMLButtonElement | null
  isClearable: boolean
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

/** The open half of FilterSheet; loaded on demand and open from the start. */
export default function FilterPanel({ label, anchor, isClearable, onClear, onClose, children }: Props) {
  const isDesktop = useIsDesktop()
  const actions = (
    <>
      <Button variant="ghost" disabled={!isClearable} onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
  if (!isDesktop) {
    return (
      <Dialog open onClose={onClose} title={label} actions={actions}>
        <div className="space-y-4">{children}</div>
      </Dialog>
    )
  }
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="end" className="z-50">
          <Popover.Popup
            finalFocus={() => anchor}
            className="max-h-(--available-height) w-80 max-w-[calc(100vw-2rem)] animate-[fade_120ms_ease-out] overflow-y-auto floating p-4"
          >
            <Popover.Title className="sr-only">{label}</Popover.Title>
            <div className="space-y-4">{children}</div>
            <div className="mt-4 flex justify-end gap-2">{actions}</div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
