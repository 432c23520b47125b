import { Heart } from 'lucide'
import type { MouseEvent } from 'react'
import { plural } from '../../plural.ts'
import { areLikeCountsShown } from '../like-counts.ts'
import { CountButton, type CountButtonProps } from './CountButton.tsx'

type Props = Pick<CountButtonProps, 'count' | 'word' | 'small' | 'disabled' | 'className'> & {
  isOn: boolean
  onToggle: () => void
}

/** Lets the heart jump, which a style of the pressed button would also do when a page opens. */
function jump({ currentTarget }: MouseEvent) {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    currentTarget.firstElementChild?.animate?.({ scale: [0.8, 1.15, 1] }, 180)
}

/** Likes something, and says how many do, unless the user hides numbers of likes. Its name is 'Like, 3 likes' in both states. */
export const ReactionButton = ({ isOn, onToggle, count, ...rest }: Props) => (
  <CountButton
    {...rest}
    icon={Heart}
    {...(areLikeCountsShown()
      ? { count, label: `Like, ${plural(count, 'like')}` }
      : { count: 0, word: 'Like', label: 'Like' })}
    aria-pressed={isOn}
    filled={isOn}
    onClick={(event) => {
      if (!isOn) jump(event)
      onToggle()
    }}
  />
)
