import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/db.ts'
import type { Conversation } from '../contract.ts'
import { presentConversation } from './present.ts'
import { conversationOr404 } from './queries.ts'

/** A conversation as this viewer, who takes part in it, is shown it; otherwise 404. */
export const loadConversation = async (db: Db, viewer: Viewer, id: string): Promise<Conversation> =>
  presentConversation(await conversationOr404(db, viewer, id), viewer)
