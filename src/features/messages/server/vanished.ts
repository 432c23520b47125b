import { sql } from 'kysely'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import { disownUploads, releaseUploads } from '../../media/server/actions.ts'
import { removeDescriptions } from '../../media/server/files.ts'
import type { Snapshot } from '../../moderation/server/content-types.ts'
import { collectEvidence } from './evidence.ts'

/** How long a message can still be reported after it disappeared. */
const reportable = sql`interval '48 hours'`

/** What is sealed of a message that has disappeared. `images`: URLs of its pictures and files. */
type Copy = { readonly text: string; readonly images: readonly string[]; readonly senderId: string | null }

type Vanished = { readonly school_id: string; readonly message_id: string }

/** Short and long texts have the same length. */
const openBox = (anonymity: Anonymity) => anonymity.box('vanished message', 2048)
const toContext = ({ school_id, message_id }: Vanished) => `${school_id} ${message_id}`

/** SQL condition: the viewer takes part in the conversation of the alias, and has not cleared this message. */
const isParticipant = (viewer: Viewer, alias: string) => sql<boolean>`exists (
  select from participants as me where me.school_id = ${sql.ref(`${alias}.school_id`)}
    and me.conversation_id = ${sql.ref(`${alias}.conversation_id`)} and me.user_id = ${viewer.id}
    and me.state <> 'declined' and me.cleared_seq < ${sql.ref(`${alias}.seq`)})`

/** Returns the id of a message that has disappeared from a conversation of the viewer, while it can be reported. */
export async function findVanished(db: Db, viewer: Viewer, id: string): Promise<string | undefined> {
  const { rows } = await sql`
    select from messages where school_id = ${viewer.schoolId} and id = ${id} and withheld_at is null
      and system_kind is null and vanish_at between now() - ${reportable} and now() and ${isParticipant(viewer, 'messages')}
    union all
    select from vanished where school_id = ${viewer.schoolId} and message_id = ${id} and erase_at > now()
      and ${isParticipant(viewer, 'vanished')}`.execute(db)
  return rows.length > 0 ? id : undefined
}

/** Opens the copy for a report of a participant. */
export async function readVanished(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  id: string,
): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom('vanished')
    .where('school_id', '=', viewer.schoolId)
    .where('message_id', '=', id)
    .where('erase_at', '>', sql<Date>`now()`)
    .where(isParticipant(viewer, 'vanished'))
    .select(['school_id', 'message_id', 'sealed'])
    .executeTakeFirst()
  if (!row) return undefined
  const { text, images, senderId } = JSON.parse(openBox(anonymity).decrypt(row.sealed, toContext(row))) as Copy
  return { text, images, authorId: await findAccount(trx, viewer.schoolId, senderId), seal: null }
}

/** The sender, unless the account was deleted since. */
async function findAccount(trx: Trx, schoolId: string, id: string | null): Promise<string | null> {
  if (id === null) return null
  const { rows } = await sql`select from users where school_id = ${schoolId} and id = ${id}`.execute(trx)
  return rows.length > 0 ? id : null
}

const maxBatch = 1000

/**
 * Deletes messages that have disappeared. Participants can report them for 48 hours more: until then, a sealed copy and
 * the pictures stay. Withheld messages wait as they are, since a moderator can restore them.
 */
export async function deleteVanished(db: Db, anonymity: Anonymity): Promise<void> {
  await forEachDueSchool(db, sql`select school_id from messages where ${hasVanished}`, (schoolId) =>
    inBatches(db, (trx) => sealBatch(trx, anonymity, schoolId)),
  )
  const erasable = sql`select school_id from vanished where erase_at <= now()
    union all select school_id from messages where ${isErasable}`
  await forEachDueSchool(db, erasable, (schoolId) => inBatches(db, (trx) => eraseBatch(trx, schoolId)))
}

const hasVanished = sql`vanish_at <= now() and withheld_at is null`
const isErasable = sql`vanish_at < now() - ${reportable} and withheld_at is not null`

async function inBatches(db: Db, run: (trx: Trx) => Promise<number>): Promise<void> {
  for (let count = maxBatch; count >= maxBatch; ) count = await withTransaction(db, run)
}

type DueMessage = {
  readonly school_id: string
  readonly id: string
  readonly conversation_id: string
  readonly seq: number
  readonly sender_id: string | null
  readonly content: string
  readonly image_url: string | null
  readonly has_files: boolean
  readonly erase_at: Date
}

const toId = ({ id }: DueMessage) => id

/** One copy per message of those that have disappeared, in place of its row. */
async function sealBatch(trx: Trx, anonymity: Anonymity, schoolId: string): Promise<number> {
  const { rows } = await sql<DueMessage>`
    select school_id, id, conversation_id, seq, sender_id, content, image_url, has_files, vanish_at + ${reportable} as erase_at
    from messages where school_id = ${schoolId} and ${hasVanished}
    order by vanish_at limit ${maxBatch} for update skip locked`.execute(trx)
  if (rows.length === 0) return 0
  const withUploads = rows.filter(({ image_url, has_files }) => image_url !== null || has_files).map(toId)
  const evidence = await collectEvidence(trx, schoolId, rows)
  const box = openBox(anonymity)
  const copies = rows.map(({ school_id, id, sender_id }) => {
    const { text = '', images = [] } = evidence.get(id) ?? {}
    const copy: Copy = { text, images, senderId: sender_id }
    return box.encrypt(JSON.stringify(copy), toContext({ school_id, message_id: id }))
  })
  await trx
    .insertInto('vanished')
    .values(
      rows.map(({ school_id, id, conversation_id, seq, erase_at }, index) => ({
        ...{ school_id, message_id: id, conversation_id, seq, erase_at },
        sealed: copies[index] as Buffer,
      })),
    )
    .execute()
  await sql`delete from messages where school_id = ${schoolId} and id = any (${rows.map(toId)}::uuid[])`.execute(trx)
  if (withUploads.length > 0) {
    await disownUploads(trx, schoolId, 'message', withUploads)
    await removeDescriptions(trx, schoolId, 'message', withUploads)
  }
  return rows.length
}

/** Erases copies, and withheld messages, that can no longer be reported, with their pictures. */
async function eraseBatch(trx: Trx, schoolId: string): Promise<number> {
  const { rows } = await sql<{ message_id: string }>`
    with erased as (
      delete from vanished where school_id = ${schoolId} and message_id in (
        select message_id from vanished where school_id = ${schoolId} and erase_at <= now()
        order by erase_at limit ${maxBatch} for update skip locked)
      returning message_id),
    withheld as (
      delete from messages where school_id = ${schoolId} and id in (
        select id from messages where school_id = ${schoolId} and ${isErasable}
        order by vanish_at limit ${maxBatch} for update skip locked)
      returning id)
    select * from erased union all select * from withheld`.execute(trx)
  const ids = rows.map(({ message_id }) => message_id)
  if (ids.length > 0) await releaseUploads(trx, schoolId, 'message', ids)
  return rows.length
}

/** For a key rotation: seals the copies with the newest SECRET_KEY. Returns how many. Those of a lost key stay as they are. */
export async function resealVanished(trx: Trx, before: Anonymity, after: Anonymity): Promise<number> {
  let count = 0
  for (const schoolId of await listSchools(trx)) count += await resealSchool(trx, schoolId, { before, after })
  return count
}

async function resealSchool(
  trx: Trx,
  schoolId: string,
  { before, after }: { readonly before: Anonymity; readonly after: Anonymity },
): Promise<number> {
  const found = await sql<Vanished & { sealed: Buffer }>`
    select school_id, message_id, sealed from vanished where school_id = ${schoolId}`.execute(trx)
  const opened = found.rows.map((row) => ({ ...row, text: tryDecrypt(before, row) }))
  const rows = opened.flatMap(({ text, ...row }) => (text === undefined ? [] : [{ ...row, text }]))
  const sealed = rows.map(({ text, ...row }) => openBox(after).encrypt(text, toContext(row)))
  await sql`update vanished as stored set sealed = renewed.sealed
    from unnest(${rows.map(({ message_id }) => message_id)}::uuid[], ${sealed}::bytea[]) as renewed (message_id, sealed)
    where stored.school_id = ${schoolId} and stored.message_id = renewed.message_id`.execute(trx)
  return rows.length
}

function tryDecrypt(anonymity: Anonymity, row: Vanished & { readonly sealed: Buffer }): string | undefined {
  try {
    return openBox(anonymity).decrypt(row.sealed, toContext(row))
  } catch {
    return undefined
  }
}
