import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryKeyFor } from '../../../shared/web/api.ts'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { cardsApi } from '../share-contract.gen.ts'
import type { Card, ShareReference } from '../share-contract.ts'
import { formatSeparator } from './message-time.ts'
import { loadCard } from './shared-cards.ts'

const kindLabels: Readonly<Record<Card['kind'], string>> = {
  post: 'Post',
  group_post: 'Post',
  event: 'Event',
  listing: 'Listing',
  question: 'Question',
  professor: 'Professor',
}

/** A shared item as the viewer sees it now. */
export default function ShareCard({ share }: { share: ShareReference }) {
  const card = useQuery({
    queryKey: queryKeyFor(cardsApi.show, { params: share }),
    queryFn: () => loadCard(share),
    retry: false,
  })
  if (card.isPending) return <Skeleton className="m-2 h-20 w-72 max-w-[calc(100%-1rem)]" />
  if (card.isError)
    return <ErrorState bare text="Failed to load" error={card.error} onRetry={() => void card.refetch()} />
  if (!card.data) return <p className={`${frame} px-3 py-2.5 text-small text-soft`}>Not available to you</p>
  const { kind, title, text, image_url, starts_at, link } = card.data
  return (
    <Link to={link} className={`${frame} flex gap-3 p-3 hover:bg-sunken`}>
      <span className="min-w-0 flex-1">
        <span className="block text-tiny font-medium text-soft">{kindLabels[kind]}</span>
        <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere text-ink">
          {title}
        </span>
        {starts_at !== null && <span className="block text-small text-soft">{formatSeparator(starts_at)}</span>}
        {text && (
          <span dir="auto" className="line-clamp-2 text-small wrap-anywhere text-soft">
            {text}
          </span>
        )}
      </span>
      {image_url && <img src={image_url} alt="" className="size-16 shrink-0 rounded-control object-cover" />}
    </Link>
  )
}

/** The surface of a page inside the bubble: its text has the contrast of the page, on both sides. */
const frame = 'm-1.5 block w-72 max-w-[calc(100%-0.75rem)] rounded-control bg-surface no-underline!'
