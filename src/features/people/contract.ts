import { z } from 'zod'
import {
  cursorPagination,
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  pagination,
  route,
  searchText,
} from '../../shared/contract.ts'

/** A user as shown beside their content. `avatar` repeats `avatar_url`. */
export const Author = z.object({
  /** Null for an anonymous author, whose name is then 'Anonymous'. */
  id: z.guid().nullable(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  avatar: z.string().nullable(),
  /** An admin who writes under their name; shown as a badge. Absent where no badge is shown. */
  is_staff: z.boolean().optional(),
})
export type Author = z.infer<typeof Author>

export const friendshipStatuses = ['none', 'pending', 'friends'] as const

/** The relation between the viewer and another user. */
const relation = {
  friendship_status: z.enum(friendshipStatuses),
  /** Direction of a pending request: sent or received by the viewer. */
  request: z.enum(['sent', 'received']).nullable(),
  /** Whether the viewer has blocked the user. Users who have blocked the viewer are not returned at all. */
  is_blocked: z.boolean(),
  mutual_friends_count: z.int(),
}

/** A user in a list, without details if the user does not show their profile to the viewer. `avatar` repeats `avatar_url`. */
export const Person = z.object({
  id: z.guid(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  avatar: z.string().nullable(),
  major: z.string().nullable(),
  graduation_year: z.int().nullable(),
  /** An admin; shown as a badge that no name can imitate. */
  is_staff: z.boolean(),
  ...relation,
})
export type Person = z.infer<typeof Person>

/** A user that the viewer may know, with the reasons besides mutual friends. */
export const SuggestedPerson = Person.extend({ same_major: z.boolean(), same_year: z.boolean() })
export type SuggestedPerson = z.infer<typeof SuggestedPerson>

/** A user's profile. Fields that are null because the viewer blocked the user look as if the user left them empty. */
export const Profile = Person.extend({
  is_me: z.boolean(),
  /**
   * The user shows the profile to friends and members of shared groups only, and the viewer is neither. Then all details
   * are null, counts are 0 and lists are empty.
   */
  is_hidden: z.boolean(),
  /** The user wishes to be asked before others save their pictures. */
  ask_before_saving: z.boolean(),
  /** Whether the viewer can start a conversation, or ask for one. */
  can_message: z.boolean(),
  /** The viewer does not see their named items in lists. Only the viewer knows. */
  is_muted: z.boolean(),
  /** For 30 days after a name change. */
  previous_name: z.string().nullable(),
  cover_photo: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website: z.string().nullable(),
  /** Shown to the user themselves only, like `phone`. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  school: z.string(),
  school_id: z.guid(),
  created_at: z.int().nullable(),
})
export type Profile = z.infer<typeof Profile>

const UserCard = Person.pick({
  id: true,
  name: true,
  avatar_url: true,
  avatar: true,
  major: true,
  graduation_year: true,
  mutual_friends_count: true,
})

export const FriendRequest = z.object({
  id: z.guid(),
  requester_id: z.guid(),
  requester: UserCard,
  addressee_id: z.guid(),
  addressee: UserCard,
  created_at: z.int(),
})
export type FriendRequest = z.infer<typeof FriendRequest>

/** Result of a request: pending, or `friends` immediately when the other user had already sent one. */
const FriendRequestUser = z.object({
  id: z.guid(),
  requester_id: z.guid(),
  addressee_id: z.guid(),
  status: z.enum(['pending', 'friends']),
})

/** A list sorted by name. `letter` selects names by their initial (`#`: names that do not start with A to Z). */
const byName = {
  q: searchText,
  letter: z
    .string()
    .regex(/^([A-Za-z]|#)$/)
    .optional()
    .catch(undefined),
  limit: pageQuery(50).limit,
  /** End of the previous page, encoded by the server. An invalid cursor starts at the top. */
  cursor: z.string().max(600).optional().catch(undefined),
}

const People = envelope(z.array(Person)).extend({
  pagination: cursorPagination,
})

const byTime = z.object({ q: searchText, ...pageQuery(50) })

const Requests = envelope(z.array(FriendRequest)).extend({
  pagination,
})

type UserSummary = { id: string; name: string }

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    /** A user sent the viewer a friend request. */
    'friend.request': { id: string; from: UserSummary }
    /** A user accepted the viewer's request. */
    'friend.accepted': { by: UserSummary }
  }
}

/** Where a request id is expected, the id of the other user is accepted as well. */
export const friends = {
  list: route({ method: 'GET', path: '/api/friends', query: z.object(byName), reply: People }),
  blocked: route({ method: 'GET', path: '/api/friends/blocked', query: z.object(byName), reply: People }),
  requests: route({ method: 'GET', path: '/api/friends/requests', query: byTime, reply: Requests }),
  sent: route({ method: 'GET', path: '/api/friends/sent', query: byTime, reply: Requests }),
  counts: route({
    method: 'GET',
    path: '/api/friends/counts',
    reply: envelope(
      z.object({
        friends: z.int(),
        requests: z.int(),
        sent: z.int(),
        blocked: z.int(),
        directory: z.int(),
      }),
    ),
  }),
  /** The values of `letter` for which a list is not empty. */
  initials: route({
    method: 'GET',
    path: '/api/friends/initials',
    query: z.object({ list: lenientEnum(['friends', 'directory']) }),
    reply: envelope(z.array(z.string())),
  }),
  /**
   * Users without any relation to the viewer, the likeliest first: same major and year, mutual friends, same major or
   * year, newest accounts.
   */
  suggested: route({
    method: 'GET',
    path: '/api/friends/suggested',
    query: z.object({ limit: pageQuery(9).limit }),
    reply: envelope(z.array(SuggestedPerson)),
  }),
  request: route({
    method: 'POST',
    path: '/api/friends/request/:id',
    status: 201,
    params: idParams,
    reply: envelope(FriendRequestUser),
  }),
  cancel: route({ method: 'DELETE', path: '/api/friends/request/:id', params: idParams, reply: emptyEnvelope }),
  accept: route({ method: 'POST', path: '/api/friends/accept/:id', params: idParams, reply: emptyEnvelope }),
  decline: route({ method: 'POST', path: '/api/friends/decline/:id', params: idParams, reply: emptyEnvelope }),
  remove: route({ method: 'DELETE', path: '/api/friends/:id', params: idParams, reply: emptyEnvelope }),
  block: route({ method: 'POST', path: '/api/friends/block/:id', params: idParams, reply: emptyEnvelope }),
  unblock: route({ method: 'DELETE', path: '/api/friends/block/:id', params: idParams, reply: emptyEnvelope }),
}

/** Counts of a user's activity under their name. */
const Stats = z.object({
  posts: z.int(),
  friends: z.int(),
  /** Events that the user organizes. */
  events: z.int(),
})

export const people = {
  /** The users of the viewer's school. Empty without `q`, unless `allow_empty=true`. */
  search: route({
    method: 'GET',
    path: '/users/search',
    query: z.object({ ...byName, allow_empty: z.literal('true').optional().catch(undefined) }),
    reply: People,
  }),
  show: route({ method: 'GET', path: '/api/users/:id', params: idParams, reply: envelope(Profile) }),
  friends: route({
    method: 'GET',
    path: '/api/users/:id/friends',
    params: idParams,
    query: z.object(byName),
    reply: People,
  }),
  /** The same counts at top level and in `data`. */
  stats: route({
    method: 'GET',
    path: '/api/users/:id/stats',
    params: idParams,
    reply: envelope(Stats).extend(Stats.shape),
  }),
}
