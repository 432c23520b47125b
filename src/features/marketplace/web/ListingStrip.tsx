import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import { ListingMenu } from './ListingMenu.tsx'
import { formatReservation, stateLabels, usePrice } from './labels.ts'
import { NoPicture } from './NoPicture.tsx'

const MeetingCard = lazyPart(
  () => import('./MeetingCard.tsx'),
  () => null,
)

type Props = { id: string; conversationId: string; participants: readonly string[] }

/** The listing of a chat, below its bar. Its place stays empty while it loads, and ends when the listing is gone. */
export function ListingStrip({ id, conversationId, participants: others }: Props) {
  const { data, isError } = useQuery(query(marketplaceApi.show, { params: { id } }))
  const formatPrice = usePrice()
  const me = useMe()
  if (isError) return null
  const listing = data?.data
  const state = listing && (formatReservation(listing, me.id) ?? stateLabels[listing.state])
  return (
    <>
      <section
        aria-label="Listing"
        className="flex min-h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-4 py-1"
      >
        {listing && (
          <>
            <span aria-hidden className="size-10 shrink-0 overflow-hidden rounded-control *:[svg]:size-5">
              {listing.images[0] ? (
                <img
                  src={listing.images[0]}
                  alt=""
                  width={40}
                  height={40}
                  className="size-full bg-sunken object-cover"
                />
              ) : (
                <NoPicture category={listing.category} />
              )}
            </span>
            <p className="min-w-0 flex-1">
              <span className="block truncate font-display font-semibold">
                {formatPrice(listing.price)}
                {state && <span className="font-sans text-small font-normal text-soft"> · {state}</span>}
              </span>
              <span dir="auto" className="line-clamp-1 text-small wrap-anywhere text-soft">
                {listing.title}
              </span>
            </p>
            <Link
              to={`/marketplace?listing=${id}`}
              aria-label={`View ${listing.title}`}
              className={buttonClassName('secondary')}
            >
              View
            </Link>
            {listing.can.delete && <ListingMenu listing={listing} buyerId={others.find((other) => other !== me.id)} />}
          </>
        )}
      </section>
      {listing && (
        <Suspense>
          <MeetingCard conversationId={conversationId} listingId={id} />
        </Suspense>
      )}
    </>
  )
}
