import { accountPersonalData } from '../features/account/server/personal-data.ts'
import { adminPersonalData } from '../features/admin/server/personal-data.ts'
import { isAdImage } from '../features/ads/server/media-rules.ts'
import { appealPersonalData, decisionSealedData } from '../features/appeals/server/personal-data.ts'
import { assignmentContentTypes } from '../features/assignments/server/content-types.ts'
import { assignmentPersonalData } from '../features/assignments/server/personal-data.ts'
import { assignmentPreviews } from '../features/assignments/server/queries.ts'
import { questionShares } from '../features/assignments/server/share-source.ts'
import { confessionContentTypes } from '../features/confessions/server/content-types.ts'
import { confessionSealedData } from '../features/confessions/server/personal-data.ts'
import { eventContentTypes } from '../features/events/server/content-types.ts'
import { groupEventContentTypes } from '../features/events/server/group-content-types.ts'
import { eventPersonalData } from '../features/events/server/personal-data.ts'
import { countEvents } from '../features/events/server/profile-counter.ts'
import { eventPreviews } from '../features/events/server/queries.ts'
import { eventShares } from '../features/events/server/share-source.ts'
import { groupPostContentTypes } from '../features/group-posts/server/content-types.ts'
import { groupPostPersonalData } from '../features/group-posts/server/personal-data.ts'
import { groupPostPreviews } from '../features/group-posts/server/queries.ts'
import { groupPostShares } from '../features/group-posts/server/share-source.ts'
import { groupContentTypes } from '../features/groups/server/content-types.ts'
import { groupPersonalData } from '../features/groups/server/personal-data.ts'
import { marketplaceContentTypes } from '../features/marketplace/server/content-types.ts'
import { marketplacePersonalData } from '../features/marketplace/server/personal-data.ts'
import { listingShares } from '../features/marketplace/server/share-source.ts'
import type { MediaAccess } from '../features/media/server/access.ts'
import { mediaPersonalData } from '../features/media/server/personal-data.ts'
import { messageContentTypes, messagePersonalData } from '../features/messages/server/content-types.ts'
import { messagePreviews } from '../features/messages/server/message-queries.ts'
import { countUnreadMessages, messagePushes } from '../features/messages/server/push-source.ts'
import type { ContentType } from '../features/moderation/server/content-types.ts'
import { eraseEndedMarks } from '../features/moderation/server/ended-authorship.ts'
import { isReportEvidence } from '../features/moderation/server/media-rules.ts'
import { moderationPersonalData } from '../features/moderation/server/personal-data.ts'
import { eraseSealCopies } from '../features/moderation/server/seal-copy-actions.ts'
import { notificationPersonalData } from '../features/notifications/server/personal-data.ts'
import type { PreviewSource } from '../features/notifications/server/previews.ts'
import { countUnreadNotifications, notificationPushes } from '../features/notifications/server/push-source.ts'
import { userContentType } from '../features/people/server/content-types.ts'
import { peoplePersonalData } from '../features/people/server/personal-data.ts'
import type { ProfileCounters } from '../features/people/server/profile-counters.ts'
import { commentPreviews } from '../features/posts/server/comment-queries.ts'
import { postContentTypes } from '../features/posts/server/content-types.ts'
import { postPersonalData, postSealedData } from '../features/posts/server/personal-data.ts'
import { countNamedPosts } from '../features/posts/server/profile-counter.ts'
import { postPreviews } from '../features/posts/server/queries.ts'
import { postShares } from '../features/posts/server/share-source.ts'
import { professorContentTypes } from '../features/professors/server/content-types.ts'
import { shuffleOnceTags } from '../features/professors/server/ended-authorship.ts'
import { professorPersonalData, ratingSealedData } from '../features/professors/server/personal-data.ts'
import { professorShares } from '../features/professors/server/share-source.ts'
import { pushPersonalData } from '../features/push/server/personal-data.ts'
import { sessionPersonalData } from '../features/session/server/personal-data.ts'
import { createRenderText } from '../shared/server/notifications/render.ts'
import type { PersonalData, Registry, SealedData } from '../shared/server/personal-data.ts'
import type { BadgeCounter, PushSource } from '../shared/server/push.ts'
import type { ShareSource } from '../shared/server/share-source.ts'
import { notificationMessages } from './notification-messages.ts'

/** All content types that users can report and admins can remove. */
export const contentTypes: readonly ContentType[] = [
  userContentType,
  ...postContentTypes,
  ...messageContentTypes,
  ...eventContentTypes,
  ...marketplaceContentTypes,
  ...professorContentTypes,
  ...assignmentContentTypes,
  ...confessionContentTypes,
  ...groupContentTypes,
  ...groupPostContentTypes,
  ...groupEventContentTypes,
]

/** Who may read which uploads. */
export const mediaAccess: MediaAccess = {
  canRead: Object.assign({}, ...contentTypes.map(({ canRead }) => canRead)),
  sufficient: [isAdImage, isReportEvidence],
  isReported: isReportEvidence,
}

/** All data stored under a user's id. */
export const personalData: readonly PersonalData[] = [
  ...sessionPersonalData,
  ...accountPersonalData,
  ...peoplePersonalData,
  ...mediaPersonalData,
  ...postPersonalData,
  ...messagePersonalData,
  ...eventPersonalData,
  ...marketplacePersonalData,
  ...professorPersonalData,
  ...assignmentPersonalData,
  ...groupPersonalData,
  ...groupPostPersonalData,
  ...moderationPersonalData,
  ...appealPersonalData,
  ...adminPersonalData,
  ...notificationPersonalData(createRenderText(notificationMessages)),
  ...pushPersonalData,
]

/** All data that users can write anonymously. */
export const sealedData: readonly SealedData[] = [
  ...postSealedData,
  ...confessionSealedData,
  ...ratingSealedData,
  ...decisionSealedData,
]

/** The data that an export contains and an account deletion removes. */
export const personalDataRegistry: Registry = {
  named: personalData,
  sealed: sealedData,
  eraseSealCopies,
  endings: [eraseEndedMarks, shuffleOnceTags],
}

/** The counts of a profile that come from higher features. */
export const profileCounters: ProfileCounters = { posts: countNamedPosts, events: countEvents }

/** What notifications show of the items that they are about. */
export const previewSources: readonly PreviewSource[] = [
  postPreviews,
  commentPreviews,
  groupPostPreviews,
  eventPreviews,
  assignmentPreviews,
  messagePreviews,
]

/** What pushes say, and what the badge of the app counts. */
export const pushContents: { readonly sources: readonly PushSource[]; readonly badges: readonly BadgeCounter[] } = {
  sources: [messagePushes, notificationPushes(createRenderText(notificationMessages), previewSources)],
  badges: [countUnreadMessages, countUnreadNotifications],
}

/** What can be shared in conversations. */
export const shareSources: readonly ShareSource[] = [
  postShares,
  groupPostShares,
  eventShares,
  listingShares,
  questionShares,
  professorShares,
]
