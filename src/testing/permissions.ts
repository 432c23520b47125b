// The permission matrix: the status that each route returns to each role. permissions.test.ts compares it with the
// server and fails for a route that is missing here. isolation.test.ts covers what is the same for all routes: 401
// without a session, 403 for banned and 423 for suspended users, and for an id of another school the same as for an
// unknown id.

/** The calling user. The item in the call belongs to another user of the school. */
export const roles = [
  'student',
  /** Has not accepted the terms; the server does not enforce that. */
  'newcomer',
  /** Blocked by every user of the school. */
  'blocked',
  'admin',
  'site admin',
  'foreign student',
  'foreign admin',
  'foreign site admin',
] as const
export type Role = (typeof roles)[number]

type Row = { readonly who: string; readonly answers: readonly number[]; readonly routes: string }

/** Routes without an id, called without a body. */
const general: readonly Row[] = [
  {
    who: 'Own data or data of the own school: every user.',
    answers: [200, 200, 200, 200, 200, 200, 200, 200],
    routes: `session.me live.stream session.devices session.signOutOthers session.acceptTerms schools.stats schools.places
      session.updateMe account.restore account.requestExport account.exportStatus account.requestExportBlocked account.exportStatusBlocked friends.list friends.blocked safety.muted safety.settings safety.update
      friends.requests friends.sent friends.counts friends.initials friends.suggested people.search posts.feed posts.activity events.list
      events.calendarLinks checkIns.noShows events.rotateCalendarLinks events.upcoming marketplace.list
      marketplace.favorites listingSearches.list professors.list professors.stats professors.departments assignments.list
      assignments.leaderboard assignments.similar assignments.answerable confessions.list groups.list groups.mine groups.ofMe groups.activity groupPosts.latest
      groups.invitations moderation.notices decisions.list appeals.ownReports ads.list conversations.list cards.list scheduledMessages.list notifications.list
      notifications.count notifications.readAll notifications.choices notifications.choose push.key push.list push.subscribe push.test
      push.visible search.all`,
  },
  {
    who: 'Site admins, and users that they allowed to manage ads.',
    answers: [403, 403, 403, 403, 200, 403, 403, 200],
    routes: `schools.listAll ads.manage admin.audit notices.list blocklist.list`,
  },
  {
    who: 'Admins, each in their scope.',
    answers: [403, 403, 403, 200, 200, 403, 200, 200],
    routes: `schools.manage templates.list grants.list duty.show duty.set duty.setNumbers reports.list cases.list evidence.list reports.export moderation.history content.list waitingConfessions.list rules.list appeals.list appeals.due seals.openings seals.list admin.stats
      admin.recentActivity admin.users admin.analytics`,
  },
  {
    who: 'Site admins, who get 400 here for the missing body.',
    answers: [403, 403, 403, 403, 400, 403, 403, 400],
    routes: `schools.create`,
  },
  {
    who: 'Creates by admins, each in their own school.',
    answers: [403, 403, 403, 201, 201, 403, 201, 201],
    routes: `rules.create templates.create`,
  },
  {
    who: 'Site admins, who get 404 here for the unknown id.',
    answers: [403, 403, 403, 403, 404, 403, 403, 404],
    routes: `schools.update schools.remove schools.changeAnonymity schools.confirmAnonymity schools.withdrawAnonymity admin.grantAds admin.setMinor admin.resume notices.close blocklist.remove`,
  },
  {
    who: 'Every user, who gets 400 here for the missing body.',
    answers: [400, 400, 400, 400, 400, 400, 400, 400],
    routes: `account.remove account.removeBlocked session.hideOwn media.upload media.uploadMany marketplace.create listingSearches.create professors.create
      professors.createDepartment assignments.create confessions.create groups.create`,
  },
  {
    who: 'Own data or numbers of the own school, which do not exist here yet.',
    answers: [404, 404, 404, 404, 404, 404, 404, 404],
    routes: `account.downloadExport account.downloadExportBlocked transparency.show`,
  },
]

/** Routes of one item. */
const particular: readonly Row[] = [
  {
    who: 'Only the users concerned: others get 404, whatever their role.',
    answers: [404, 404, 404, 404, 404, 404, 404, 404],
    routes: `session.signOutDevice checkIns.contest marketplace.renew meetings.show meetings.create meetings.accept meetings.decline meetings.ics listingSearches.update listingSearches.remove friends.cancel friends.accept friends.decline friends.remove friends.unblock
      groups.answerInvitation groups.answerRequestShort conversations.show conversations.remove
      conversations.clear conversations.update conversations.addParticipants conversations.removeParticipant conversations.handOver conversations.leave conversations.read conversations.mute conversations.level conversations.typing messages.list messages.send messages.read conversations.accept conversations.decline
      waitlists.accept waitlists.decline messages.update messages.remove messages.report messages.react messages.unreact messages.reactions messages.versions pins.list pins.add pins.remove drafts.save scheduledMessages.update scheduledMessages.send scheduledMessages.remove reminders.set reminders.remove notifications.read push.remove decisions.show appeals.create appeals.write
      appeals.withdraw appeals.askAgain`,
  },
  {
    who: 'Replies to items and reports of them: every user who can see the item.',
    answers: [201, 201, 404, 201, 201, 404, 404, 404],
    routes: `friends.request posts.report comments.create comments.report events.report waitlists.join marketplace.report
      ratings.report assignments.report answers.create answers.report groupPosts.comment groupPosts.report
      groupPosts.reportComment groupPosts.reportResource groupPosts.reportDiscussion groupEvents.report
      reports.reportUser conversations.create`,
  },
  {
    who: 'An event with a co-organizer: their school, except users they have blocked.',
    answers: [201, 201, 404, 201, 201, 404, 404, 404],
    routes: `events.create`,
  },
  {
    who: 'A user and their signed items: their school, except users they have blocked.',
    answers: [200, 200, 404, 200, 200, 404, 404, 404],
    routes: `friends.block cards.show safety.mute safety.unmute safety.hide safety.unhide people.show people.friends people.stats posts.ofUser posts.show posts.like
      posts.unlike comments.list comments.like comments.unlike events.show events.rsvp events.attendees
      events.ics waitlists.leave marketplace.show marketplace.prices marketplace.favorite marketplace.interest ratings.vote assignments.show
      answers.list answers.helpful groupPosts.show groupPosts.like groupPosts.unlike groupPosts.comments
      groupEvents.show groupEvents.rsvp groupEvents.attendees`,
  },
  {
    who: 'A file of an item: every user who can see the item, and site admins in every school.',
    answers: [200, 200, 404, 200, 200, 404, 404, 200],
    routes: `media.file`,
  },
  {
    who: 'A post; mentions of users that the author may not name are ignored.',
    answers: [201, 201, 201, 201, 201, 201, 201, 201],
    routes: `posts.create`,
  },
  {
    who: 'Only the author, whatever the role.',
    answers: [403, 403, 404, 403, 403, 404, 404, 404],
    routes: `posts.update posts.setNote posts.remove comments.setNote comments.remove ratings.update events.update events.cancel events.setReminders events.remove events.removeAttendee events.removed events.readmit checkIns.show checkIns.create checkIns.createOwn checkIns.attendance marketplace.update marketplace.changeState marketplace.outcome marketplace.buyers marketplace.remove
      assignments.update assignments.remove assignments.complete assignments.incomplete answers.best
      groupPosts.update groupPosts.setNote groupPosts.remove groupPosts.vote groupPosts.setCommentNote groupPosts.removeComment groupEvents.update
      groupEvents.patch groupEvents.remove groupAssignments.unshare`,
  },
  {
    who: 'Items without an author, or with an anonymous one: the school.',
    answers: [200, 200, 200, 200, 200, 404, 404, 404],
    routes: `professors.show professors.courses ratings.list confessions.like groups.show groups.join
      groups.members groupPosts.list groupEvents.list groupAssignments.list ads.impression ads.click`,
  },
  {
    who: 'Replies to these items.',
    answers: [201, 201, 201, 201, 201, 404, 404, 404],
    routes: `professors.report ratings.create confessions.report groups.report`,
  },
  {
    who: 'Only the author, members or admins of the group, whatever the role.',
    answers: [403, 403, 403, 403, 403, 404, 404, 404],
    routes: `ratings.remove confessions.remove groups.update groups.remove groups.mute groups.seen groups.leave groups.changeRole
      groups.removeMember groups.invite groups.joinRequests groups.answerRequest groups.conversation
      groups.openConversation groupPosts.create groupEvents.create groupAssignments.share`,
  },
  {
    who: 'Admins of its school and of the site.',
    answers: [403, 403, 403, 200, 200, 403, 404, 200],
    routes: `content.allowRemovals reports.findCase cases.show cases.pass grants.set grants.setOf templates.update templates.remove notes.list notes.remove cases.prioritize cases.settle cases.claim cases.release reports.settleMany reports.settle moderation.act moderation.warn moderation.suspend moderation.ban
      moderation.reverse moderation.activities content.removeMany content.removeManyByPost content.remove
      content.reveal waitingConfessions.approve waitingConfessions.reject decisions.restore rules.update rules.remove appeals.claim schools.anonymity schools.setPlaces seals.approve seals.decline
      seals.countersign`,
  },
  {
    who: 'Creates by admins of its school and of the site.',
    answers: [403, 403, 403, 201, 201, 403, 404, 201],
    routes: `decisions.withhold decisions.label notes.create moderation.actSealed seals.request`,
  },
  {
    who: 'The moderator who claimed the appeal.',
    answers: [403, 403, 403, 403, 403, 403, 404, 403],
    routes: `appeals.release appeals.answer appeals.decide appeals.close`,
  },
  {
    who: 'The moderator who made the request.',
    answers: [403, 403, 403, 403, 403, 403, 404, 403],
    routes: `seals.withdraw`,
  },
  {
    who: 'The two people who opened the seal, as if it did not exist for other admins.',
    answers: [403, 403, 403, 404, 404, 403, 404, 404],
    routes: `seals.author evidence.file`,
  },
  {
    who: 'Admins of its school, who ask another one, and site admins alone.',
    answers: [403, 403, 403, 202, 200, 403, 404, 200],
    routes: `admin.pause admin.changeRole`,
  },
  {
    who: 'Admins of its school and of the site, who ask another one.',
    answers: [403, 403, 403, 202, 202, 403, 404, 202],
    routes: `evidence.open`,
  },
  {
    who: 'Ignored unless the item is the user’s own.',
    answers: [200, 200, 200, 200, 200, 200, 200, 200],
    routes: `moderation.markShown`,
  },
  {
    who: 'Site admins, and users that they allowed to manage ads.',
    answers: [403, 403, 403, 403, 201, 403, 403, 201],
    routes: `ads.create`,
  },
  {
    who: 'Site admins, and users that they allowed to manage ads.',
    answers: [403, 403, 403, 403, 200, 403, 403, 200],
    routes: `ads.update ads.patch ads.remove ads.analytics`,
  },
]

/** Routes without sign-in: each has its own tests. */
const open = `session.google session.microsoft session.googleReturn session.microsoftReturn session.signOut
  session.confirm
  session.signOutByForm session.passwordSignIn session.registration schools.listPublic transparency.showPublic events.calendar
  notices.create notices.confirm notices.show notifications.unsubscribe`

const splitNames = (routes: string) => routes.split(/\s+/).filter(Boolean)

export const publicRoutes: readonly string[] = splitNames(open)

/** The status for each role, by route name. */
export const permissions: Readonly<Record<string, Readonly<Record<string, number>>>> = Object.fromEntries(
  [...general, ...particular].flatMap(({ answers, routes }) =>
    splitNames(routes).map((name) => [
      name,
      Object.fromEntries(roles.map((role, index) => [role, answers[index] ?? 0])),
    ]),
  ),
)
