import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { linkTabClassName } from '../../../shared/web/ui/LinkTabs.tsx'
import type { AdminTab } from './url-state.ts'

type Props = {
  tabs: readonly (readonly [name: AdminTab, label: string, badge?: string | undefined])[]
  shown: AdminTab
  to: (tab: AdminTab) => string
  /** Before the tabs. */
  start?: ReactNode
}

/** The tabs of the administration, each with its URL. Scrolls the active one into view. */
export function Tabs({ tabs, shown, to, start }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const badges = tabs.map(([, , badge]) => badge).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the active tab or the number of tabs changes
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown, badges])
  return (
    <div className="flex border-b border-line">
      {start}
      <nav aria-label="Admin sections" className="faded-ends relative min-w-0 overflow-x-auto [scrollbar-width:none]">
        <ul ref={list} className="flex min-w-max gap-5 px-4 desk:gap-6 desk:pr-8 desk:pl-0">
          {tabs.map(([name, label, badge]) => (
            <li key={name}>
              <Link
                to={to(name)}
                aria-current={name === shown ? 'page' : undefined}
                className={`${linkTabClassName} desk:min-h-12`}
              >
                {label}
                {badge && (
                  <span className="rounded-full bg-brick px-1.5 text-tiny font-semibold text-on-brick tabular-nums">
                    {badge}
                    <span className="sr-only"> pending</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
