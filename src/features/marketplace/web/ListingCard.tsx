import { useRef } from 'react'
import { Link } from 'react-router'
import { useLongPress } from '../../../shared/web/long-press.ts'
import { Picture } from '../../media/web/Picture.tsx'
import type { Listing } from '../contract.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { ListingActions } from './ListingActions.tsx'
import { conditions, findBadge, findLabel, formatFormerPrice, usePrice } from './labels.ts'
import { NoPicture } from './NoPicture.tsx'

/** One listing of the grid. Its link, which covers photo and texts, begins with the title. */
export function ListingCard({ listing, to }: { listing: Listing; to: string }) {
  const formatPrice = usePrice()
  const card = useRef<HTMLElement>(null)
  const longPress = useLongPress(
    () => card.current,
    (pressed) => pressed.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
  )
  const [picture] = listing.media
  const price = formatPrice(listing.price)
  const former = formatFormerPrice(listing, formatPrice)
  const state = findBadge(listing)
  const condition = findLabel(conditions, listing.condition)
  return (
    <article ref={card} aria-label={listing.title} className="flex h-full flex-col">
      <div {...longPress} className="group relative flex flex-col [-webkit-touch-callout:none]">
        <h2 className="order-3 min-w-0 font-sans text-base font-normal tracking-normal">
          <Link
            to={to}
            dir="auto"
            preventScrollReset
            aria-label={[listing.title, price, former, condition, state].filter(Boolean).join(', ')}
            className="block truncate py-1 group-hover:underline after:absolute after:inset-0 after:rounded-[14px] focus-visible:outline-none focus-visible:after:ringed"
          >
            {listing.title}
          </Link>
        </h2>
        <div className="relative order-1 aspect-[4/5] overflow-hidden rounded-[14px] bg-sunken">
          {picture ? (
            <Picture media={picture} alt="" sizes="(width < 40rem) 50vw, 200px" />
          ) : (
            <NoPicture category={listing.category} />
          )}
          {state && (
            <span className="absolute top-2.5 left-2.5 rounded-full bg-black/65 px-2.5 py-0.5 text-small font-medium text-white">
              {state}
            </span>
          )}
        </div>
        <p
          aria-hidden
          className="order-2 mt-1.5 flex flex-wrap items-baseline gap-x-1.5 overflow-hidden text-small text-soft"
        >
          <span className="shrink-0 font-display text-card font-bold text-ink">{price}</span>
          {former && <span className="truncate">{former}</span>}
          <span className="truncate">· {condition}</span>
        </p>
        <div className="absolute top-0 right-0 z-1">
          <FavoriteButton listing={listing} look="disc" />
        </div>
      </div>
      <ListingActions listing={listing} />
    </article>
  )
}
