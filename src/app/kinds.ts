import { eventPersonalData } from '../features/events/server/personal-data.ts'
import { mediaPersonalData } from '../features/media/server/personal-data.ts'
import type { ContentKind } from '../features/moderation/server/kinds.ts'
import type { PersonalData } from '../features/people/server/personal-data.ts'
import { postKinds, postPersonalData } from '../features/posts/server/kinds.ts'

/** Everything that people can report and administrators can remove. */
export const contentKinds: readonly ContentKind[] = [...postKinds]

/** Everything that is kept of a person. */
export const personalData: readonly PersonalData[] = [...mediaPersonalData, ...postPersonalData, ...eventPersonalData]
