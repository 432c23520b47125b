import { useState } from 'react'
import { useMe } from '../../../features/session/web/auth.tsx'
import { findPageKeys } from '../../../shared/web/page-keys.ts'
import { areShortcutsEnabled, setShortcutsEnabled } from '../../../shared/web/shortcuts.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { canVisit, railItems } from './navigation.ts'

const acts = [
  ['/', 'Search'],
  ['n', 'Write a post'],
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['Enter', 'Open the item'],
  ['F6', 'Go to the latest pop-up message'],
  ['?', 'Show keyboard shortcuts'],
] as const

/** Lists the keyboard shortcuts, and a switch that disables single-key shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const [on, setOn] = useState(areShortcutsEnabled)
  const page = findPageKeys()
  const places = railItems.flat().filter((place) => canVisit(place, me))
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" wide>
      <div className={`grid gap-x-8 gap-y-5 sm:grid-cols-2 ${on ? '' : 'text-faint'}`}>
        {page && <List title={page.title} rows={page.keys.map(([key, does]) => [[key], does])} />}
        <List title="Actions" rows={acts.map(([key, does]) => [[key], does])} />
        <List title="Go to" rows={places.map(({ key, label }) => [['g', key], label])} />
      </div>
      <Checkbox
        label="Single-key shortcuts on this device"
        hint="Turn these off if you use voice control."
        checked={on}
        onChange={(next) => {
          setShortcutsEnabled(next)
          setOn(next)
        }}
        className="mt-5 shrink-0 border-t border-line pt-4"
      />
    </Dialog>
  )
}

type Row = readonly [keys: readonly string[], does: string]

const List = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <section>
    <h3 className="text-body">{title}</h3>
    <dl className="mt-1">
      {rows.map(([keys, does]) => (
        <div key={does} className="flex items-center justify-between gap-4 py-1.5">
          <dt>{does}</dt>
          <dd className="flex gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="inline-flex min-w-7 justify-center rounded-md border border-line bg-sunken px-1.5 py-0.5 font-sans text-small"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
