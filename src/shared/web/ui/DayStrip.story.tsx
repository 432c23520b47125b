import { useState } from 'react'
import { DayStrip, type StripDay } from './DayStrip.tsx'
import type { Story } from './story.ts'

const week: readonly StripDay[] = [
  { key: '2026-11-23', short: 'Today', name: 'Monday, November 23, no events', isToday: true },
  { key: '2026-11-24', short: 'Tue', name: 'Tuesday, November 24, 3 events, you’re going to 1', mark: 'going' },
  { key: '2026-11-25', short: 'Wed', name: 'Wednesday, November 25, 1 event', mark: 'some' },
  { key: '2026-11-26', short: 'Thu', name: 'Thursday, November 26, no events' },
]

function Strip({ initial }: { initial?: string }) {
  const [day, setDay] = useState(initial)
  return <DayStrip label="Days" days={week} value={day} onSelect={setDay} />
}

export default {
  name: 'DayStrip',
  states: { Default: () => <Strip />, Chosen: () => <Strip initial="2026-11-24" /> },
} satisfies Story
