// A valid call of every route that takes an id, for tests that iterate over all routes.
import { adsSamples } from './ads.ts'
import { assignmentsSamples } from './assignments.ts'
import { confessionsSamples } from './confessions.ts'
import { decisionsSamples } from './decisions.ts'
import { eventsSamples } from './events.ts'
import { groupEventsSamples } from './group-events.ts'
import { groupPostsSamples } from './group-posts.ts'
import { groupsSamples } from './groups.ts'
import { marketplaceSamples } from './marketplace.ts'
import { messagesSamples } from './messages.ts'
import { moderationSamples } from './moderation.ts'
import { postsSamples } from './posts.ts'
import { professorsSamples } from './professors.ts'
import { pushSamples } from './push.ts'
import type { Samples } from './sample.ts'
import { usersSamples } from './users.ts'

/** For every route that takes an id: a new call that its owner may make, with items of the owner's school. */
export const samples: Samples = {
  ...adsSamples,
  ...assignmentsSamples,
  ...confessionsSamples,
  ...decisionsSamples,
  ...eventsSamples,
  ...groupEventsSamples,
  ...groupPostsSamples,
  ...groupsSamples,
  ...marketplaceSamples,
  ...messagesSamples,
  ...moderationSamples,
  ...postsSamples,
  ...professorsSamples,
  ...pushSamples,
  ...usersSamples,
}
