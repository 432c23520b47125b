import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Conversation } from '../conversation-contract.ts'
import { presentConversation } from './present.ts'
import { conversationOr404 } from './queries.ts'

/** Returns a conversation that the viewer takes part in. Throws 404 otherwise. */
export const loadConversation = async (db: Db, viewer: Viewer, id: string): Promise<Conversation> =>
  presentConversation(await conversationOr404(db, viewer, id), viewer)
