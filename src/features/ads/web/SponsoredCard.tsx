import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { call, query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { adsApi } from '../contract.gen.ts'
import type { ShownAd } from '../contract.ts'

/** Few places are without an ad. Where its code cannot be loaded, the place stays empty. */
const HouseAd = lazyPart(
  () => import('./HouseAd.tsx'),
  () => null,
)

/** Visible share of the card and milliseconds before an impression counts. */
const share = 0.5
const long = 1000

type Props = {
  placement: ShownAd['placement']
  /** Index of the card on the page (0, 1, 2, …), so that cards prefer different ads. */
  slot?: number
}

/**
 * A promoted card in a list or the side rail: a random booked ad, or the default ad when there is none or the request
 * fails.
 */
export function SponsoredCard({ placement, slot = 0 }: Props) {
  const list = useQuery(query(adsApi.list, { query: { placement } }))
  const booked = list.data?.data ?? []
  const placeholder = <div className="card h-64" />
  if (list.isPending) return placeholder
  // The millisecond of the response is random enough, and equal for all cards, so that they choose different ads. In
  // the rail, which shows all cards together, no ad appears twice.
  const isSpare = placement === 'sidebar' && slot >= booked.length
  const ad = isSpare ? undefined : booked[(list.dataUpdatedAt + slot) % Math.max(1, booked.length)]
  if (ad) return <BookedAd key={ad.id} ad={ad} />
  return (
    <Suspense fallback={placeholder}>
      <HouseAd placement={placement} second={slot % 2 === 1} />
    </Suspense>
  )
}

function BookedAd({ ad }: { ad: ShownAd }) {
  const card = useRef<HTMLDivElement>(null)
  const report = (what: 'impression' | 'click') => {
    const ask = { params: { id: ad.id }, body: { pageUrl: location.pathname } }
    const made = what === 'click' ? call(adsApi.click, ask) : call(adsApi.impression, ask)
    made.catch(() => {}) // a failed count must not disturb the user
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per card
  useEffect(() => {
    if (!card.current) return
    let waiting: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      ([seen]) => {
        clearTimeout(waiting)
        if (!seen || seen.intersectionRatio < share) return
        waiting = setTimeout(() => {
          observer.disconnect()
          report('impression')
        }, long)
      },
      { threshold: [0, share] },
    )
    observer.observe(card.current)
    return () => {
      clearTimeout(waiting)
      observer.disconnect()
    }
  }, [])
  const leads = ad.target_url !== '#'
  const words = 'mt-2 inline-flex min-h-11 items-center font-semibold text-brand'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is only for forms
    <div ref={card} role="group" aria-label={`Sponsored: ${ad.title}`} className="card overflow-hidden">
      {ad.image_url && (
        <img
          src={ad.image_url}
          alt=""
          width={600}
          height={ad.placement === 'feed' ? 260 : 150}
          loading="lazy"
          className={`w-full bg-sunken object-cover ${ad.placement === 'feed' ? 'aspect-[600/260]' : 'aspect-[4/1]'}`}
        />
      )}
      <div className="px-4.5 pt-4 pb-2">
        <p className="text-small text-soft">Sponsored</p>
        <p dir="auto" className="mt-0.5 font-semibold break-words">
          {ad.title}
        </p>
        <p dir="auto" className="mt-0.5 break-words text-soft">
          {ad.description}
        </p>
        {leads ? (
          <a
            href={ad.target_url}
            target="_blank"
            rel="noopener noreferrer nofollow sponsored"
            onClick={() => report('click')}
            className={`${words} hover:underline`}
          >
            {ad.button_text} →<span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          <button type="button" onClick={() => report('click')} className={words}>
            {ad.button_text} →
          </button>
        )}
      </div>
    </div>
  )
}
