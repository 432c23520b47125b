import {
  BookOpen,
  CalendarDays,
  House,
  type LucideIcon,
  MessageCircle,
  ShieldCheck,
  ShoppingBasket,
  Smile,
  Star,
  User,
  Users,
  UsersRound,
} from 'lucide-react'

export type Place = {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
  /** Leads there when it is pressed after `g`. */
  readonly key: string
  readonly admin?: true
}

const feed: Place = { path: '/dashboard', label: 'Feed', icon: House, key: 'f' }
const messages: Place = { path: '/messages', label: 'Messages', icon: MessageCircle, key: 'm' }
const events: Place = { path: '/events', label: 'Events', icon: CalendarDays, key: 'e' }
const help: Place = { path: '/assignment-help', label: 'Assignment Help', icon: BookOpen, key: 'h' }
const profile: Place = { path: '/profile', label: 'Profile', icon: User, key: 'p' }
const friends: Place = { path: '/friends', label: 'Friends', icon: Users, key: 'd' }
const groups: Place = { path: '/groups', label: 'Groups', icon: UsersRound, key: 'g' }
const marketplace: Place = { path: '/marketplace', label: 'Marketplace', icon: ShoppingBasket, key: 's' }
const professors: Place = { path: '/rate-my-professor', label: 'Rate My Professor', icon: Star, key: 'r' }
const confessions: Place = { path: '/confessions', label: 'Confessions', icon: Smile, key: 'c' }
const admin: Place = { path: '/admin', label: 'Admin Panel', icon: ShieldCheck, key: 'a', admin: true }

/** The left rail and the drawer: people first, then the campus. */
export const railGroups: readonly (readonly Place[])[] = [
  [feed, messages, friends, groups, profile],
  [events, marketplace, help, professors, confessions, admin],
]

/** The bottom bar of a phone; the profile's picture stands between the two halves. */
export const barPlaces = { before: [feed, messages], after: [events, { ...help, label: 'Help' }] } as const

/** Behind 'More'. */
export const morePlaces: readonly Place[] = [profile, friends, groups, marketplace, professors, confessions, admin]

export const mayVisit = (place: Place, role: string): boolean =>
  !place.admin || role === 'admin' || role === 'site_admin'
