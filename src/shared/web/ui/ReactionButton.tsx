import { Heart } from 'lucide-react'
import { CountButton, type CountButtonProps } from './CountButton.tsx'

type Props = Pick<CountButtonProps, 'count' | 'small' | 'disabled' | 'className'> & {
  isOn: boolean
  onToggle: () => void
}

/** Likes something, and says how many do. Its name is 'Like, 3 likes' in both states. */
export const ReactionButton = ({ isOn, onToggle, count, ...rest }: Props) => (
  <CountButton
    {...rest}
    icon={Heart}
    count={count}
    label={`Like, ${count} ${count === 1 ? 'like' : 'likes'}`}
    aria-pressed={isOn}
    filled={isOn}
    onClick={onToggle}
  />
)
