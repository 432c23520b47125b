import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { DetailDialog } from '../../../shared/web/ui/DetailDialog.tsx'
import { DialogTitle } from '../../../shared/web/ui/Dialog.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { Carousel } from '../../media/web/Carousel.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { listingSold } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { ContactSeller } from './ListingActions.tsx'
import { ListingMenu } from './ListingMenu.tsx'
import {
  categories,
  conditions,
  findLabel,
  formatFormerPrice,
  formatReservation,
  formatSellerFacts,
  stateLabels,
  usePrice,
} from './labels.ts'
import { MoreListings } from './MoreListings.tsx'
import { NoPicture } from './NoPicture.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { useListing } from './queries.ts'
import { SaleOutcome } from './SaleOutcome.tsx'

/** All details of one listing: a page on a phone, a dialog on a desktop. */
export default function ListingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isPending, error, refetch } = useListing(id)
  const listing = data?.data
  return (
    <DetailDialog
      page
      onClose={onClose}
      what="Listing"
      title={listing?.title}
      item={listing}
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      goneText="It may have been sold or deleted."
      failureText="We couldn’t load this listing."
      skeleton={<Pending />}
      actions={(listing) => (
        <>
          <span className="mr-auto -ml-3">
            <ListingMenu listing={listing} onGone={onClose} />
          </span>
          {listing.can.contact ? (
            <>
              <FavoriteButton listing={listing} look="button" />
              <ContactSeller listing={listing} look="primary" />
            </>
          ) : (
            <span className="inline-flex min-h-11 items-center text-soft">
              {listing.can.delete ? 'Your listing' : listingSold}
            </span>
          )}
        </>
      )}
    >
      {(listing) => <Details listing={listing} />}
    </DetailDialog>
  )
}

const columns = 'grid gap-x-6 gap-y-4 desk:grid-cols-2 desk:items-start'
const frame =
  '-mx-5 h-[min(125vw,58vh)] overflow-hidden bg-sunken desk:mx-0 desk:aspect-[4/5] desk:h-auto desk:rounded-[14px]'

const Pending = () => (
  <div role="status" aria-label="Loading listing" className={columns}>
    <div className={frame}>
      <Skeleton className="size-full rounded-none" />
    </div>
    <div className="space-y-3">
      <Skeleton className="h-8 w-1/3" />
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="h-24" />
    </div>
  </div>
)

function Details({ listing }: { listing: Listing }) {
  const formatPrice = usePrice()
  const { seller, media } = listing
  const me = useMe()
  const state = formatReservation(listing, me.id) ?? stateLabels[listing.state]
  const facts = listing.seller_facts && formatSellerFacts(listing.seller_facts)
  const former = formatFormerPrice(listing, formatPrice)
  const chip = 'rounded-full bg-sunken px-3 py-1 text-small text-soft'
  return (
    <div className={columns}>
      <div className={frame}>
        {media.length > 0 ? (
          <Carousel media={media} title={listing.title} sizes="(width < 40rem) 100vw, 620px" />
        ) : (
          <NoPicture category={listing.category} />
        )}
      </div>
      <div className="min-w-0">
        <div className="flex flex-col gap-1">
          <DialogTitle>{listing.title}</DialogTitle>
          <p className="-order-1 flex flex-wrap items-baseline gap-x-3">
            <span className="font-display text-hero font-bold">{formatPrice(listing.price)}</span>
            {former && <span className="text-soft">{former}</span>}
          </p>
        </div>
        {state && <p className="mt-2 w-fit rounded-control bg-sunken px-3 py-1.5 font-medium">{state}</p>}
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <span className={chip}>{findLabel(conditions, listing.condition)}</span>
          <span className={chip}>{findLabel(categories, listing.category)}</span>
          {listing.kind === 'wanted' && <span className={chip}>Wanted</span>}
          {listing.course && <span className={`${chip} wrap-anywhere`}>{listing.course}</span>}
          {listing.isbn && <span className={chip}>ISBN {listing.isbn}</span>}
          <span className="text-small text-faint">
            <Time at={listing.created_at} />
          </span>
        </p>
        <RichText text={listing.description} className="mt-4 text-body" whole />
        {former && <PriceHistory id={listing.id} />}
        <SaleOutcome listing={listing} />
        <p className="mt-5 flex items-center gap-3">
          <Avatar person={seller} />
          <span className="min-w-0">
            <span className="block text-small text-faint">{listing.kind === 'wanted' ? 'Wanted by' : 'Sold by'}</span>
            <Link
              to={`/profile/${seller.id}`}
              className="-my-2 flex min-h-11 items-center font-semibold wrap-anywhere hover:underline"
            >
              {seller.name}
            </Link>
            {facts && <span className="block text-small text-soft">{facts}</span>}
          </span>
        </p>
        <p className="mt-4 rounded-control bg-gold-soft px-4 py-3 text-small">
          Meet in a public place and pay in person.
        </p>
      </div>
      <MoreListings listing={listing} />
    </div>
  )
}
