import {
  CalendarPlus,
  ChartColumn,
  CircleQuestionMark,
  FileText,
  Flag,
  History,
  LifeBuoy,
  Monitor,
  Moon,
  PenLine,
  School,
  Settings,
  Sun,
  Tag,
  Users,
  VenetianMask,
} from 'lucide'
import { useMemo } from 'react'
import { site } from '../../../shared/web/site.ts'
import { type Theme, useTheme } from '../../../shared/web/theme.ts'
import { CircleHash } from '../../../shared/web/ui/CircleHash.ts'
import type { Drawing } from '../../../shared/web/ui/Icon.tsx'
import { createDialogState } from '../../../shared/web/url-state.ts'
import { useMe } from '../../session/web/auth.tsx'

export type NavigationCommand = { readonly path: string; readonly label: string; readonly icon: Drawing }

/** A command of the palette: a navigation target or an action. */
export type Command = {
  readonly id: string
  readonly label: string
  readonly icon: Drawing
  /** Further keywords that match the command. */
  readonly words?: string
} & ({ readonly to: string; readonly state?: object } | { readonly act: () => void })

const create: readonly Command[] = [
  {
    id: 'new-post',
    label: 'New post',
    icon: PenLine,
    words: 'write create',
    to: '/dashboard',
    state: createDialogState,
  },
  {
    id: 'new-event',
    label: 'New event',
    icon: CalendarPlus,
    words: 'plan create',
    to: '/events',
    state: createDialogState,
  },
  {
    id: 'new-group',
    label: 'New group',
    icon: CircleHash,
    words: 'found create club',
    to: '/groups',
    state: createDialogState,
  },
  {
    id: 'ask',
    label: 'Ask for help',
    icon: CircleQuestionMark,
    words: 'question assignment create',
    to: '/assignment-help',
    state: createDialogState,
  },
  {
    id: 'confess',
    label: 'New confession',
    icon: VenetianMask,
    words: 'confession anonymous create',
    to: '/confessions',
    state: createDialogState,
  },
  {
    id: 'new-listing',
    label: 'New listing',
    icon: Tag,
    words: 'sell create',
    to: '/marketplace',
    state: createDialogState,
  },
]

const adminTabs: readonly (readonly [tab: string, label: string, icon: Drawing])[] = [
  ['reports', 'Reports', Flag],
  ['moderation', 'Moderation History', History],
  ['users', 'Users', Users],
  ['content', 'Content Management', FileText],
  ['analytics', 'Analytics', ChartColumn],
  ['settings', 'Settings', School],
]

const themes: readonly (readonly [theme: Theme, label: string, icon: Drawing])[] = [
  ['light', 'Light mode', Sun],
  ['dark', 'Dark mode', Moon],
  ['system', 'Use system appearance', Monitor],
]

/** The commands that are available to the signed-in user. */
export function useCommands(places: readonly NavigationCommand[]): readonly Command[] {
  const { role, confessions_mode } = useMe()
  const [, choose] = useTheme()
  return useMemo(
    () => [
      ...create.filter(({ id }) => id !== 'confess' || confessions_mode !== 'off'),
      ...places.map(({ path, label, icon }): Command => ({ id: path, label, icon, words: 'go to', to: path })),
      { id: '/settings', label: 'Settings', icon: Settings, words: 'account notifications devices', to: '/settings' },
      ...(role === 'student'
        ? []
        : adminTabs.map(([tab, label, icon]): Command => {
            return { id: `admin-${tab}`, label: `Admin › ${label}`, icon, to: `/admin?tab=${tab}` }
          })),
      ...themes.map(([theme, label, icon]): Command => {
        return { id: theme, label, icon, words: 'theme appearance', act: () => choose(theme) }
      }),
      {
        id: 'report',
        label: 'Report a problem',
        icon: LifeBuoy,
        words: 'help support contact',
        act: () => location.assign(`mailto:${site.supportEmail}`),
      },
    ],
    [places, role, confessions_mode, choose],
  )
}

/** Commands for which each typed word is the prefix of a keyword. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, words = '' }) => {
    const own = `${label} ${words}`.toLowerCase().split(/[\s›]+/)
    return wanted.every((word) => own.some((keyword) => keyword.startsWith(word)))
  })
}
