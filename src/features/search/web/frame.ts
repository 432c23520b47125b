import { maxSearchLength } from '../../../shared/limits.ts'

/** Layout shared by the palette and its placeholder, so that the replacement is not visible. */
export const frame = {
  place: 'fixed inset-0 z-50 flex items-start justify-center sm:p-6 sm:pt-[12vh]',
  popup:
    'flex h-dvh w-full animate-[rise_180ms_ease-out] flex-col overflow-hidden bg-surface shadow-lifted sm:h-auto sm:max-h-[70vh] sm:max-w-xl sm:rounded-card',
  line: 'flex items-center gap-3 border-b border-line pt-[env(safe-area-inset-top)] pr-2 pl-4.5',
  field: {
    'aria-label': 'Search people, posts, messages and more',
    placeholder: 'Search campus',
    maxLength: maxSearchLength,
    className: 'min-h-14 min-w-0 flex-1 bg-transparent text-body outline-none',
  },
  close: 'min-h-11 rounded-control px-3 text-small text-soft hover:bg-sunken hover:text-ink',
  /** Number of commands shown before the user types. */
  offered: 8,
} as const
