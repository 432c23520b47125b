import { SponsoredCard } from './SponsoredCard.tsx'

/** After how many items of a list a promoted one stands. */
export const sponsoredEvery = 6

type Props = {
  /** The place of the item before it, from 0. */
  at: number
  every?: number
  className?: string
}

/** A promoted card as an item of a list, after every so many others; nothing behind the rest. */
export const SponsoredItem = ({ at, every = sponsoredEvery, className }: Props) =>
  (at + 1) % every === 0 && (
    <li className={className}>
      <SponsoredCard placement="feed" slot={Math.floor(at / every)} />
    </li>
  )
