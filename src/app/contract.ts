import { account } from '../features/account/contract.ts'
import { admin } from '../features/admin/contract.ts'
import { ads } from '../features/ads/contract.ts'
import { appeals } from '../features/appeals/contract.ts'
import { answers, assignments, groupAssignments } from '../features/assignments/contract.ts'
import { confessions } from '../features/confessions/contract.ts'
import { waitingConfessions } from '../features/confessions/waiting-contract.ts'
import { decisions } from '../features/decisions/contract.ts'
import { checkIns } from '../features/events/check-in-contract.ts'
import { events, groupEvents } from '../features/events/contract.ts'
import { waitlists } from '../features/events/waitlist-contract.ts'
import { groupPosts } from '../features/group-posts/contract.ts'
import { groups } from '../features/groups/contract.ts'
import { live } from '../features/live/contract.ts'
import { marketplace } from '../features/marketplace/contract.ts'
import { meetings } from '../features/marketplace/meetings-contract.ts'
import { listingSearches } from '../features/marketplace/searches-contract.ts'
import { blocklist } from '../features/media/blocklist-contract.ts'
import { media } from '../features/media/contract.ts'
import { messages } from '../features/messages/contract.ts'
import { conversations } from '../features/messages/conversation-contract.ts'
import { drafts, reminders, scheduledMessages } from '../features/messages/later-contract.ts'
import { pins } from '../features/messages/pin-contract.ts'
import { cards } from '../features/messages/share-contract.ts'
import { cases } from '../features/moderation/case-contract.ts'
import { content } from '../features/moderation/content-contract.ts'
import { moderation } from '../features/moderation/contract.ts'
import { notes, templates } from '../features/moderation/desk-contract.ts'
import { duty } from '../features/moderation/duty-contract.ts'
import { evidence } from '../features/moderation/evidence-contract.ts'
import { grants } from '../features/moderation/grant-contract.ts'
import { reports } from '../features/moderation/report-contract.ts'
import { seals } from '../features/moderation/seal-contract.ts'
import { notices } from '../features/notices/contract.ts'
import { notifications } from '../features/notifications/contract.ts'
import { friends, people } from '../features/people/contract.ts'
import { safety } from '../features/people/safety-contract.ts'
import { comments, posts } from '../features/posts/contract.ts'
import { professors, ratings } from '../features/professors/contract.ts'
import { push } from '../features/push/contract.ts'
import { rules } from '../features/rules/contract.ts'
import { schools } from '../features/schools/contract.ts'
import { search } from '../features/search/contract.ts'
import { session } from '../features/session/contract.ts'
import { transparency } from '../features/transparency/contract.ts'
import type { Route } from '../shared/contract.ts'

/**
 * All API routes. A route that is not in this table is not served, and the tenant isolation test covers those that are.
 */
export const api = {
  session,
  live,
  schools,
  account,
  people,
  friends,
  safety,
  media,
  posts,
  comments,
  events,
  waitlists,
  checkIns,
  marketplace,
  listingSearches,
  meetings,
  professors,
  ratings,
  assignments,
  answers,
  confessions,
  waitingConfessions,
  groups,
  groupPosts,
  groupEvents,
  groupAssignments,
  reports,
  cases,
  duty,
  grants,
  notes,
  templates,
  blocklist,
  notices,
  moderation,
  seals,
  evidence,
  content,
  decisions,
  rules,
  appeals,
  ads,
  admin,
  conversations,
  messages,
  pins,
  cards,
  scheduledMessages,
  reminders,
  drafts,
  notifications,
  push,
  search,
  transparency,
} satisfies Record<string, Record<string, Route>>

export const allRoutes: readonly { readonly name: string; readonly route: Route }[] = Object.entries(api).flatMap(
  ([area, calls]) =>
    Object.entries(calls as Record<string, Route>).map(([call, route]) => ({ name: `${area}.${call}`, route })),
)
