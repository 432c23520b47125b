import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'onClick'> & { isPressed: boolean; onPress: () => void }

/** A quiet button that stays pressed: a vote, a selection. Its label does not change. */
export const ToggleButton = ({ isPressed, onPress, className = 'rounded-full', ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    aria-pressed={isPressed}
    onClick={onPress}
    className={`${toggleClassName} ${className}`}
  />
)

const toggleClassName =
  'inline-flex min-h-11 min-w-11 items-center gap-1.5 px-2.5 text-soft transition-colors hover:bg-sunken hover:text-ink aria-pressed:text-brand'
