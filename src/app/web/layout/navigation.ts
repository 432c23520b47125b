import {
  BookOpen,
  CalendarDays,
  House,
  MessageCircle,
  MessageCircleMore,
  ShieldCheck,
  ShoppingBasket,
  Star,
  User,
  Users,
} from 'lucide'
import type { Me } from '../../../features/session/contract.ts'
import { CircleHash } from '../../../shared/web/ui/CircleHash.ts'
import type { Drawing } from '../../../shared/web/ui/Icon.tsx'

export type NavItem = {
  readonly path: string
  readonly label: string
  readonly icon: Drawing
  /** Navigates there when pressed after `g`. */
  readonly key: string
  readonly admin?: true
}

const feed: NavItem = { path: '/dashboard', label: 'Feed', icon: House, key: 'f' }
const messages: NavItem = { path: '/messages', label: 'Messages', icon: MessageCircle, key: 'm' }
const events: NavItem = { path: '/events', label: 'Events', icon: CalendarDays, key: 'e' }
const help: NavItem = { path: '/assignment-help', label: 'Assignment Help', icon: BookOpen, key: 'h' }
const profile: NavItem = { path: '/profile', label: 'Profile', icon: User, key: 'p' }
const friends: NavItem = { path: '/friends', label: 'Friends', icon: Users, key: 'd' }
const groups: NavItem = { path: '/groups', label: 'Groups', icon: CircleHash, key: 'g' }
const marketplace: NavItem = { path: '/marketplace', label: 'Marketplace', icon: ShoppingBasket, key: 's' }
const professors: NavItem = { path: '/rate-my-professor', label: 'Rate My Professor', icon: Star, key: 'r' }
const confessions: NavItem = { path: '/confessions', label: 'Confessions', icon: MessageCircleMore, key: 'c' }
const admin: NavItem = { path: '/admin', label: 'Admin Panel', icon: ShieldCheck, key: 'a', admin: true }

/** The left rail and the drawer: social pages first, then the campus. */
export const railItems: readonly (readonly NavItem[])[] = [
  [feed, messages, friends, groups, profile],
  [events, marketplace, help, professors, confessions, admin],
]

/** The bottom bar of a phone; the profile picture is between the two halves. */
export const barItems = { before: [feed, messages], after: [events, { ...help, label: 'Help' }] } as const

/** In the More sheet. */
export const moreItems: readonly NavItem[] = [profile, friends, groups, marketplace, professors, confessions, admin]

export const canVisit = (
  place: NavItem,
  { role, grants, confessions_mode }: Pick<Me, 'role' | 'grants' | 'confessions_mode'>,
): boolean =>
  place === confessions ? confessions_mode !== 'off' : !place.admin || role !== 'student' || grants.length > 0
