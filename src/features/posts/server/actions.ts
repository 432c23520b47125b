import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Anonymity } from '../../../shared/server/anonymity.ts'
import { type Db, newId } from '../../../shared/server/db.ts'
import { badRequest } from '../../../shared/server/errors.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import type { PostInput } from '../contract.ts'

/** The minute that an anonymous row admits to. */
const thisMinute = sql<Date>`date_trunc('minute', now())`

/** Who a new row names: its author, or nobody and the two sealed values. Ids of anonymous rows carry no time. */
export async function authorship(anonymity: Anonymity, viewer: Viewer, kind: 'post' | 'comment', anonymous: boolean) {
  if (!anonymous) return { id: newId(), author_id: viewer.id, is_anonymous: false }
  const id = randomUUID()
  const sealed = await anonymity.seal(viewer.id, { schoolId: viewer.schoolId, kind, id })
  return { id, ...sealed, is_anonymous: true, created_at: thisMinute }
}

/** Posts to the school's feed and returns the id. */
export async function createPost(
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  input: z.output<typeof PostInput>,
): Promise<string> {
  const media = ownMedia(input.media_urls)
  const author = await authorship(anonymity, viewer, 'post', input.is_anonymous ?? false)
  await writing(db, viewer, (trx) =>
    trx
      .insertInto('posts')
      .values({
        school_id: viewer.schoolId,
        ...author,
        content: input.content,
        media_urls: media,
        type: media.length > 0 ? 'image' : 'text',
      })
      .execute(),
  )
  return author.id
}

/** Changes the text of a post. A post stays named or anonymous as it was born. */
export const updatePost = (
  db: Db,
  viewer: Viewer,
  id: string,
  input: { content?: string | undefined; media_urls?: string[] | undefined },
) =>
  writing(db, viewer, async (trx) => {
    ownMedia(input.media_urls)
    if (input.content === undefined) return
    await trx
      .updateTable('posts')
      .set({ content: input.content, edited_at: sql`case when is_anonymous then ${thisMinute} else now() end` })
      .where('school_id', '=', viewer.schoolId)
      .where('id', '=', id)
      .execute()
  })

/** Only files that the author uploaded here can be attached; there are no uploads yet, so any address is refused. */
function ownMedia(urls: readonly string[] = []): string[] {
  if (urls.length > 0)
    throw badRequest('Only your own uploads can be attached.', { media_urls: 'Only your own uploads can be attached.' })
  return []
}

/** Deletes a post with its comments and likes. */
export const deletePost = async (db: Db, schoolId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
