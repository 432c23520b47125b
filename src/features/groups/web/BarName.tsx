import { type RefObject, useEffect, useState } from 'react'
import { InBar } from '../../../shared/web/ui/AppBar.tsx'
import type { Group } from '../contract.ts'
import { GroupMark } from './GroupMark.tsx'

const barHeight = 56

type Props = { heading: RefObject<HTMLElement | null>; group: Group }

/** The name of the group, which slides into the bar of a phone when the heading has left the screen. */
export function BarName({ heading, group }: Props) {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (!heading.current) return
    const observer = new IntersectionObserver(
      ([entry]) => setIsAway(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < barHeight),
      { rootMargin: `-${barHeight}px 0px 0px` },
    )
    observer.observe(heading.current)
    return () => observer.disconnect()
  }, [heading])
  return (
    <InBar slot="search">
      <div aria-hidden className="pointer-events-none absolute inset-y-0 right-37 left-[min(1rem,4vw)] overflow-hidden">
        <div
          className={`flex h-full items-center gap-2.5 bg-paper transition-transform duration-160 ease-out ${isAway ? '' : 'translate-y-full'}`}
        >
          <GroupMark group={group} size={32} />
          <span className="truncate font-display text-card font-semibold">{group.name}</span>
        </div>
      </div>
    </InBar>
  )
}
