import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { type Db, inTransaction } from '../../../shared/server/db.ts'
import type { House } from '../../../shared/server/house.ts'
import { enqueue } from '../../../shared/server/jobs.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import { copyHours, findCopy } from './export-queries.ts'
import type { Registry, Whose } from './personal-data.ts'
import { findSealed } from './sealed-queries.ts'

/** The job that makes a copy; its payload is whose. */
export const exportJob = 'export_personal_data'

/** Minutes after which a copy that is still being made counts as lost, and can be asked for again. */
const patience = 60

/** Has a copy of the viewer's data made, unless one is ready or on its way. */
export const askForCopy = (db: Db, viewer: Viewer): Promise<void> =>
  writing(db, viewer, async (trx) => {
    const { numAffectedRows } = await sql`
      insert into exports (school_id, user_id) values (${viewer.schoolId}, ${viewer.id})
      on conflict (school_id, user_id) do update set file = null, bytes = null, ready_at = null, requested_at = now()
      where exports.ready_at < now() - make_interval(hours => ${copyHours})
        or (exports.ready_at is null and exports.requested_at < now() - make_interval(mins => ${patience}))`.execute(
      trx,
    )
    if ((numAffectedRows ?? 0n) > 0n) await enqueue(trx, exportJob, { schoolId: viewer.schoolId, id: viewer.id })
  })

/** Forgets a copy that was fetched; its file goes with the next sweep. */
export const forgetCopy = (db: Db, { schoolId, id }: Whose, file: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await trx
      .deleteFrom('exports')
      .where('school_id', '=', schoolId)
      .where('user_id', '=', id)
      .where('file', '=', file)
      .execute()
    await trx
      .updateTable('abandoned_files')
      .set({ due_at: sql`now()` })
      .where('school_id', '=', schoolId)
      .where('file', '=', file)
      .execute()
  })

/** Makes the copy that was asked for. Nothing to do when it is there, or nobody waits for it any more. */
export async function makeCopy(house: Pick<House, 'db' | 'storage' | 'anonymity'>, registry: Registry, person: Whose) {
  const { db, storage } = house
  const asked = await findCopy(db, person)
  if (asked?.status !== 'preparing') return
  const file = `export-${randomBytes(24).toString('hex')}.zip`
  // It is abandoned from the start: fetched or not, the sweep takes it when its time is over.
  const due = sql<Date>`now() + make_interval(hours => ${copyHours})`
  await db.insertInto('abandoned_files').values({ school_id: person.schoolId, file, due_at: due }).execute()
  await storage.inScratch(async (folder) => {
    const path = join(folder, file)
    await writeZip(house, registry, person, path)
    const { size } = await stat(path)
    await storage.put({ schoolId: person.schoolId, name: file }, path)
    await db
      .updateTable('exports')
      .set({ file, bytes: size, ready_at: sql`now()` })
      .where('school_id', '=', person.schoolId)
      .where('user_id', '=', person.id)
      .where('ready_at', 'is', null)
      .execute()
  })
}

async function writeZip(
  { db, storage, anonymity }: Pick<House, 'db' | 'storage' | 'anonymity'>,
  { named, sealed }: Registry,
  person: Whose,
  path: string,
) {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream as Readable, createWriteStream(path))
  const add = (name: string, rows: readonly object[]) => {
    if (rows.length > 0) zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`)
  }
  for (const { table, export: rowsOf } of named) add(table, await rowsOf(db, person))
  const anonymous: string[] = []
  for (const kind of sealed) {
    const ids = (await findSealed(db, anonymity, kind, person.schoolId, [person])).get(person.id) ?? []
    if (ids.length > 0) add(`anonymous_${kind.table}`, await kind.export(db, person.schoolId, ids))
    anonymous.push(...ids)
  }
  for (const name of await filesOf(db, person, anonymous)) {
    const stored = await storage.open({ schoolId: person.schoolId, name })
    if (!stored) continue
    await stored.close() // opened again when its turn comes: not hundreds at once
    zip.addReadStreamLazy(`media/${name}`, { compress: false }, (give) => {
      storage.open({ schoolId: person.schoolId, name }).then(
        (file) => (file ? give(null, file.stream()) : give(new Error(`${name} is gone`), undefined as never)),
        (error) => give(error, undefined as never),
      )
    })
  }
  zip.on('error', (error: Error) => (zip.outputStream as Readable).destroy(error))
  zip.end()
  await written
}

/** The files that a person uploaded, also below what they wrote anonymously. */
async function filesOf(db: Db, { id, schoolId }: Whose, anonymous: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .where('school_id', '=', schoolId)
    .where((own) =>
      own.or([
        own('owner_id', '=', id),
        own.and([own('owner_id', 'is', null), sql<boolean>`item_id = any(${anonymous}::uuid[])`]),
      ]),
    )
    .orderBy('created_at')
    .select(['name', 'extension'])
    .execute()
  return rows.map(({ name, extension }) => `${name}.${extension}`)
}
