import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import { markReadByLink } from '../../notifications/server/actions.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import { toMessageLink } from './message-link.ts'
import type { MessageRow } from './message-queries.ts'

const maxMentioned = 50

/**
 * Finds the other participants named in a text: '… @Grace Mbeki …'. `picked` decides between participants of the same
 * name. No statement for a text without an @.
 */
export async function findMentioned(
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  { content, picked = [] }: { content: string; picked?: readonly string[] | undefined },
): Promise<string[]> {
  if (!content.includes('@')) return []
  const named = await trx
    .selectFrom('participants')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'participants.school_id').onRef('users.id', '=', 'participants.user_id'),
    )
    .where('participants.school_id', '=', viewer.schoolId)
    .where('participants.conversation_id', '=', conversation)
    .where('participants.user_id', '<>', viewer.id)
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`position('@' || users.name in ${content}::text) > 0`)
    .where(noBlockBetween(viewer, 'participants.user_id'))
    .orderBy('participants.user_id')
    .limit(maxMentioned)
    .select(['users.id', 'users.name'])
    .execute()
  const pickedNames = new Set(named.filter(({ id }) => picked.includes(id)).map(({ name }) => name))
  return named.filter(({ id, name }) => picked.includes(id) || !pickedNames.has(name)).map(({ id }) => id)
}

/** Notifies mentioned users in the list. The push of the message names the conversation already. */
export async function notifyMentioned(
  { notifications }: Pick<App, 'notifications'>,
  trx: Trx,
  viewer: Viewer,
  message: MessageRow,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await notifications.notify(
    trx,
    {
      schoolId: viewer.schoolId,
      kind: 'mention',
      link: toMessageLink(message),
      params: { item: 'message' },
      actorId: viewer.id,
      isPushed: true,
    },
    userIds,
  )
}

/** Marks the notifications of mentions in a conversation as read, up to a sequence number. */
export async function markMentionsRead(
  { live }: Pick<App, 'live'>,
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  seq: number,
): Promise<void> {
  const upTo = sql<boolean>`(select messages.seq from messages where messages.school_id = notifications.school_id
    and messages.id = right(notifications.link, 36)::uuid) <= ${seq}::int`
  const prefix = `/messages/${conversation}?message=`
  if (await markReadByLink(trx, viewer, { kind: 'mention', prefix, condition: upTo }))
    live.publish(trx, { schoolId: viewer.schoolId, people: [viewer.id] }, 'notification.created', {})
}
