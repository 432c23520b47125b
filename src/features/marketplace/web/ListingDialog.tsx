import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { DetailDialog } from '../../../shared/web/ui/DetailDialog.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import type { Listing } from '../contract.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { ListingActions } from './ListingActions.tsx'
import { categories, conditions, findLabel, usePrice } from './labels.ts'
import { useListing } from './queries.ts'

/** All details of one listing, over the page that opened it. */
export default function ListingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isPending, error, refetch } = useListing(id)
  const listing = data?.data
  return (
    <DetailDialog
      onClose={onClose}
      what="Listing"
      title={listing?.title}
      item={listing}
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      goneText="It may have been sold or deleted."
      failureText="We couldn’t load this listing."
      actions={(listing) => (
        <>
          <FavoriteButton listing={listing} className="mr-auto" />
          <ListingActions listing={listing} onGone={onClose} />
        </>
      )}
    >
      {(listing) => <Details listing={listing} />}
    </DetailDialog>
  )
}

function Details({ listing }: { listing: Listing }) {
  const formatPrice = usePrice()
  const { seller } = listing
  return (
    <>
      <p className="font-display text-title font-bold">{formatPrice(listing.price)}</p>
      <p className="mt-0.5 text-soft">
        {findLabel(categories, listing.category)} · {findLabel(conditions, listing.condition)} ·{' '}
        <Time at={listing.created_at} />
      </p>
      <MediaGrid media={listing.media} />
      <RichText text={listing.description} className="mt-4 text-body" />
      <p className="mt-5 flex items-center gap-3">
        <Avatar person={seller} />
        <span className="min-w-0">
          <span className="block text-small text-faint">Sold by</span>
          <Link to={`/profile/${seller.id}`} className="block truncate font-semibold hover:underline">
            {seller.name}
          </Link>
        </span>
      </p>
    </>
  )
}
