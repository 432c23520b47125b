import { mediaPersonalData } from '../features/media/server/personal-data.ts'
import type { ContentKind } from '../features/moderation/server/kinds.ts'
import { moderationPersonalData } from '../features/moderation/server/personal-data.ts'
import { userKind } from '../features/moderation/server/user-kind.ts'
import type { PersonalData } from '../features/people/server/personal-data.ts'
import { postKinds, postPersonalData } from '../features/posts/server/kinds.ts'

/** Everything that people can report and administrators can remove. */
export const contentKinds: readonly ContentKind[] = [userKind, ...postKinds]

/** Everything that is kept of a person. */
export const personalData: readonly PersonalData[] = [
  ...mediaPersonalData,
  ...moderationPersonalData,
  ...postPersonalData,
]
