import { Monitor, Moon, Sun } from 'lucide'
import { useState } from 'react'
import { areShortcutsEnabled, setShortcutsEnabled } from '../../../shared/web/shortcuts.ts'
import { type Theme, useTheme } from '../../../shared/web/theme.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { RadioChip } from '../../../shared/web/ui/Chip.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Section } from './Section.tsx'

const choices: readonly { readonly theme: Theme; readonly label: string; readonly icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'System', icon: Monitor },
]

/** Colour theme (light, dark or that of the device) and single-key shortcuts. */
export function AppearanceSection() {
  const [chosen, choose] = useTheme()
  const [keys, setKeys] = useState(areShortcutsEnabled)
  return (
    <Section title="Appearance" text="Applies to this device only.">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Appearance</legend>
        {choices.map(({ theme, label, icon }) => (
          <RadioChip key={theme} name="theme" checked={chosen === theme} onChange={() => choose(theme)}>
            <Icon icon={icon} size={18} className="mr-2" />
            {label}
          </RadioChip>
        ))}
      </fieldset>
      <Checkbox
        label="Single-key shortcuts"
        hint="Press ? anywhere to see them all."
        checked={keys}
        onChange={(next) => {
          setShortcutsEnabled(next)
          setKeys(next)
        }}
        className="mt-3"
      />
    </Section>
  )
}
