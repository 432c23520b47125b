import { SponsoredCard } from './SponsoredCard.tsx'

/** List items between two promoted ones. */
export const sponsoredEvery = 6

type Props = {
  /** Index of the previous item, from 0. */
  index: number
  every?: number
  className?: string
}

/** A promoted card as a list item after every few others, otherwise nothing. */
export const SponsoredItem = ({ index, every = sponsoredEvery, className }: Props) =>
  (index + 1) % every === 0 && (
    <li className={className}>
      <SponsoredCard placement="feed" slot={Math.floor(index / every)} />
    </li>
  )
