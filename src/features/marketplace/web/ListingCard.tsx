import { Link } from 'react-router'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { Picture } from '../../media/web/Picture.tsx'
import type { Listing } from '../contract.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { ListingActions } from './ListingActions.tsx'
import { conditions, findLabel, usePrice } from './labels.ts'
import { NoPicture } from './NoPicture.tsx'

/** One listing of the grid. */
export function ListingCard({ listing, to }: { listing: Listing; to: string }) {
  const formatPrice = usePrice()
  const [picture] = listing.media
  return (
    <article
      aria-label={listing.title}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <Link
        to={to}
        preventScrollReset
        tabIndex={-1}
        aria-hidden
        className="block aspect-[4/3] overflow-hidden bg-sunken"
      >
        {picture ? (
          <Picture media={picture} alt="" sizes="(width < 40rem) 50vw, 290px" />
        ) : (
          <NoPicture category={listing.category} />
        )}
      </Link>
      <div className="flex flex-1 flex-col px-3.5 pt-2 pb-2">
        <div className="flex items-start gap-1">
          <p className="min-w-0 flex-1 pt-1.5 font-display text-card leading-tight font-bold">
            {formatPrice(listing.price)}
          </p>
          <FavoriteButton listing={listing} className="-mr-2.5" />
        </div>
        <h2 className="-mt-1 text-base leading-snug font-semibold">
          <Link to={to} preventScrollReset className="line-clamp-2 hover:underline">
            {listing.title}
          </Link>
        </h2>
        <p className="mt-0.5 mb-1 truncate text-small text-soft">
          {findLabel(conditions, listing.condition)} · {listing.seller.name} · <Time at={listing.created_at} />
        </p>
        <ListingActions listing={listing} className="mt-auto" />
      </div>
    </article>
  )
}
