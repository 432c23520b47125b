import { Bookmark } from 'lucide-react'
import type { Listing } from '../contract.ts'
import { useFavorite } from './listings.ts'

/** Keeps a listing in mind. */
export function FavoriteButton({ listing, className = '' }: { listing: Listing; className?: string }) {
  const favorite = useFavorite(listing)
  return (
    <button
      type="button"
      aria-pressed={listing.is_favorited}
      aria-label={`Keep ${listing.title} in favorites`}
      title="Favorite"
      disabled={favorite.isPending}
      onClick={() => favorite.mutate()}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full text-soft transition-colors duration-150 hover:bg-sunken hover:text-ink aria-pressed:text-brick ${className}`}
    >
      <Bookmark size={20} strokeWidth={1.75} className={listing.is_favorited ? 'fill-current' : ''} />
    </button>
  )
}
