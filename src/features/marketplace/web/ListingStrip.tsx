import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import { usePrice } from './labels.ts'
import { NoPicture } from './NoPicture.tsx'

/** The listing of a chat, below its bar. Its place stays empty while it loads, and ends when the listing is gone. */
export function ListingStrip({ id }: { id: string }) {
  const { data, isError } = useQuery(query(marketplaceApi.show, { params: { id } }))
  const formatPrice = usePrice()
  if (isError) return null
  const listing = data?.data
  return (
    <section
      aria-label="Listing"
      className="flex min-h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-4 py-1"
    >
      {listing && (
        <>
          <span aria-hidden className="size-10 shrink-0 overflow-hidden rounded-control *:[svg]:size-5">
            {listing.images[0] ? (
              <img src={listing.images[0]} alt="" width={40} height={40} className="size-full bg-sunken object-cover" />
            ) : (
              <NoPicture category={listing.category} />
            )}
          </span>
          <p className="min-w-0 flex-1">
            <span className="block font-display font-semibold">{formatPrice(listing.price)}</span>
            <span className="line-clamp-1 text-small wrap-anywhere text-soft">{listing.title}</span>
          </p>
          <Link
            to={`/marketplace?listing=${id}`}
            aria-label={`View ${listing.title}`}
            className={buttonClassName('secondary')}
          >
            View
          </Link>
        </>
      )}
    </section>
  )
}
