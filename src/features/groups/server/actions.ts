import { sql } from 'kysely'
import type { z } from 'zod'
import { plural } from '../../../shared/plural.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import {
  deleteGroupConversation,
  openGroupConversation,
  renameGroupConversation,
  unhideConversation,
} from '../../messages/server/actions.ts'
import type { GroupInput, groups } from '../contract.ts'
import { lockGroup } from './member-actions.ts'
import { assertAdmin, assertMember } from './policy.ts'

const purposes: readonly Purpose[] = ['group']

type Input = z.output<typeof GroupInput>
type Changes = z.output<typeof groups.update.body>

const texts = ['description', 'rules', 'location', 'meeting_schedule']

/** Converts input to columns: null clears a text column to an empty string, and absent fields are not changed. */
const toColumns = (input: Changes) =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [column, value === null && texts.includes(column) ? '' : value]),
  )

/** Creates a group with the viewer as its first member and admin. Returns its id. */
export const createGroup = async (trx: Trx, viewer: Viewer, input: Input): Promise<string> => {
  const id = newId()
  await attachImages(trx, viewer, id, [input.avatar_url, input.banner_url])
  await trx
    .insertInto('groups')
    .values({
      ...toColumns(input),
      school_id: viewer.schoolId,
      id,
      name: input.name,
      creator_id: viewer.id,
    })
    .execute()
  await trx
    .insertInto('group_members')
    .values({ school_id: viewer.schoolId, group_id: id, user_id: viewer.id, id: newId(), role: 'admin' })
    .execute()
  return id
}

/** Updates the given fields only. Refuses a member limit below the number of members. */
export const updateGroup = async (trx: Trx, viewer: Viewer, id: string, changes: Changes): Promise<void> => {
  const group = await lockGroup(trx, viewer, id)
  assertAdmin(group)
  if (changes.max_members != null && changes.max_members < group.members_count) {
    const problem = `The group already has ${plural(group.members_count, 'member')}`
    throw badRequest(problem, { max_members: problem })
  }
  const columns = toColumns(changes)
  if (Object.keys(columns).length === 0) return
  const { avatar_url = group.avatar_url, banner_url = group.banner_url } = changes
  if ('avatar_url' in columns || 'banner_url' in columns) await attachImages(trx, viewer, id, [avatar_url, banner_url])
  await trx.updateTable('groups').set(columns).where('school_id', '=', viewer.schoolId).where('id', '=', id).execute()
  if (changes.name !== undefined && changes.name !== group.name)
    await renameGroupConversation(trx, { schoolId: viewer.schoolId, id, name: changes.name })
}

/**
 * Attaches avatar and banner. They belong to the group from then on, and stay when the uploader's account is deleted.
 */
async function attachImages(trx: Trx, viewer: Viewer, id: string, urls: readonly (string | null | undefined)[]) {
  const shown = [...new Set(urls.filter((url) => url != null))]
  await attachUploads(trx, viewer, shown, { kind: 'group', id, purposes, anonymous: true })
}

/** Deletes a group with its content and its conversation. Returns false when it was already deleted. */
export const deleteGroup = async (trx: Trx, schoolId: string, id: string): Promise<boolean> => {
  const held = await trx
    .selectFrom('groups')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select([
      sql<string[]>`array(select id from posts where posts.school_id = groups.school_id
          and posts.group_id = groups.id and media_urls <> '{}')`.as('posts'),
      sql<string[]>`array(select id from events where events.school_id = groups.school_id
          and events.group_id = groups.id and image_url is not null)`.as('events'),
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  await deleteGroupConversation(trx, { schoolId, id })
  await trx.deleteFrom('groups').where('school_id', '=', schoolId).where('id', '=', id).execute()
  await releaseUploads(trx, schoolId, 'group', [id])
  await releaseUploads(trx, schoolId, 'group_post', held.posts)
  await releaseUploads(trx, schoolId, 'event', held.events)
  return true
}

/** Returns the id of the group's conversation. Creates it with all members if there is none. For members only. */
export const openChat = async (trx: Trx, viewer: Viewer, id: string): Promise<string> => {
  const group = await lockGroup(trx, viewer, id)
  assertMember(group)
  const { schoolId } = viewer
  const members = await trx
    .selectFrom('group_members')
    .where('school_id', '=', schoolId)
    .where('group_id', '=', id)
    .select('user_id')
    .execute()
  const people = members.map(({ user_id }) => user_id)
  const conversation = await openGroupConversation(trx, { schoolId, id, name: group.name, members: people })
  await unhideConversation(trx, viewer, conversation)
  return conversation
}
