import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'

export const draftRetention: RetentionRule = { table: 'message_drafts', column: 'updated_at', keptFor: '90 days' }

/** Stores what the viewer has typed in a conversation that they take part in. An empty text removes it. */
export async function saveDraft(trx: Trx, { schoolId, id: user }: Viewer, conversation: string, text: string) {
  if (text === '')
    await trx
      .deleteFrom('message_drafts')
      .where('school_id', '=', schoolId)
      .where('conversation_id', '=', conversation)
      .where('user_id', '=', user)
      .execute()
  else
    await trx
      .insertInto('message_drafts')
      .values({ school_id: schoolId, conversation_id: conversation, user_id: user, text })
      .onConflict((same) =>
        same.columns(['school_id', 'conversation_id', 'user_id']).doUpdateSet({ text, updated_at: sql`now()` }),
      )
      .execute()
}
