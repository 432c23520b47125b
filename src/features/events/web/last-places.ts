import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { useMe } from '../../session/web/auth.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Event } from '../contract.ts'

const maxPlaces = 5
/** A longer place is a description of the way. */
const chipLetters = 40

/** The places of these events: those of one's own first, each once, whatever its case. */
export function listPlaces(events: readonly Pick<Event, 'location' | 'organizer_id'>[], userId: string): string[] {
  const own = events.filter(({ organizer_id }) => organizer_id === userId)
  const places = [...own, ...events].map(({ location }) => location.trim())
  const unique = new Map(places.toReversed().map((place) => [place.toLowerCase(), place]))
  const order = [...new Set(places.map((place) => place.toLowerCase()))]
  return order
    .flatMap((key) => unique.get(key) ?? [])
    .filter((place) => place.length <= chipLetters)
    .slice(0, maxPlaces)
}

/** The last five places of the viewer, else of the school. */
export function useLastPlaces(): string[] {
  const me = useMe()
  const list = useQuery(query(eventsApi.list, { query: { limit: 50 } }))
  return listPlaces(list.data?.data ?? [], me.id)
}
