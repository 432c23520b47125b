import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { Picture } from '../../media/web/Picture.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import { categories, conditions, findLabel, usePrice } from './labels.ts'
import { NoPicture } from './NoPicture.tsx'
import { useMarketView } from './url-state.ts'

const maxShown = 3

/** The newest listings of the same category. Shown once they are loaded: the page does not need them. */
export function MoreListings({ listing: { id, category } }: { listing: Listing }) {
  const view = useMarketView()
  const formatPrice = usePrice()
  const found = useQuery(query(marketplaceApi.list, { query: { category, limit: maxShown + 1 } })).data?.data ?? []
  const others = found.filter((other) => other.id !== id).slice(0, maxShown)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="more-listings" className="min-w-0 desk:col-span-2">
      <h3 id="more-listings" className="text-card">
        More in {findLabel(categories, category)}
      </h3>
      <ul className="mt-2 grid grid-cols-3 gap-3">
        {others.map((other) => {
          const price = formatPrice(other.price)
          return (
            <li key={other.id}>
              <Link
                to={view.linkTo({ listing: other.id })}
                replace
                preventScrollReset
                aria-label={`${other.title}, ${price}, ${findLabel(conditions, other.condition)}`}
                className="group block rounded-[14px]"
              >
                <span className="block aspect-[4/5] overflow-hidden rounded-[14px] bg-sunken">
                  {other.media[0] ? (
                    <Picture media={other.media[0]} alt="" sizes="(width < 64rem) 33vw, 290px" />
                  ) : (
                    <NoPicture category={other.category} />
                  )}
                </span>
                <span className="mt-1.5 block font-display font-bold">{price}</span>
                <span className="block truncate text-small text-soft group-hover:underline">{other.title}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
