import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { BackCloses } from '../BackCloses.tsx'

export type MenuItem = {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
} & ({ readonly onSelect: () => void; readonly to?: never } | { readonly to: string; readonly onSelect?: never })

/** A choice in the row above the list. */
export type QuickItem = {
  readonly label: string
  readonly icon: ReactNode
  readonly isOn?: boolean
  readonly onSelect: () => void
}

type Props = {
  label: string
  items: readonly MenuItem[]
  quickItems?: readonly QuickItem[] | undefined
  children: ReactNode
  className: string
  tabIndex: number
  /** Rendered instead while the code cannot be loaded, and its close handler. */
  closed: ReactNode
  onClose: () => void
}

/** The open half of Menu; loaded on demand and open from the start. */
export default function MenuPopup({ label, items, quickItems = [], children, className, tabIndex }: Props) {
  const shape = (danger: boolean | undefined) =>
    `flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 outline-none select-none data-highlighted:bg-sunken ${danger ? 'text-danger' : 'text-ink'}`
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Menu.Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
      {isOpen && <BackCloses onClose={() => setIsOpen(false)} />}
      <Menu.Trigger aria-label={label} title={label} tabIndex={tabIndex} className={className}>
        {children}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="min-w-48 animate-[fade_120ms_ease-out] floating p-1.5 outline-none">
            {quickItems.length > 0 && (
              <div className={`flex ${items.length > 0 ? 'mb-1 border-b border-line pb-1' : ''}`}>
                {quickItems.map(({ label: text, icon, isOn = false, onSelect }) => (
                  <Menu.Item
                    key={text}
                    label={text}
                    aria-label={text}
                    onClick={onSelect}
                    className={`disc size-11 cursor-pointer text-[1.375rem] outline-none select-none data-highlighted:bg-sunken ${isOn ? 'bg-brand-soft' : ''}`}
                  >
                    {icon}
                  </Menu.Item>
                ))}
              </div>
            )}
            {items.map(({ label: text, icon, danger, to, onSelect }) =>
              to === undefined ? (
                <Menu.Item key={text} onClick={onSelect} className={shape(danger)}>
                  {icon}
                  {text}
                </Menu.Item>
              ) : (
                <Menu.LinkItem key={text} closeOnClick render={<Link to={to} />} className={shape(danger)}>
                  {icon}
                  {text}
                </Menu.LinkItem>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
