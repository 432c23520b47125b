import { type RawBuilder, sql } from 'kysely'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'

/** Lines to seal or read per statement. */
const pageSize = 1000

/** How far behind the newest sealed line an older line can appear that was begun earlier and committed later. */
const maxPendingEntries = 100_000

/** Canonical text of a line for its seal: every column, and times in a format that no database setting changes. */
const canonicalText: RawBuilder<string> = sql`json_build_array(audit_log.id, (extract(epoch from audit_log.at) * 1000000)::bigint,
  audit_log.school_id, actor_id, actor_name, action, target_type, target_id, detail::text, request_id)::text`

type Seal = { readonly seq: number; readonly line: number; readonly seal: Buffer; readonly words: string | null }

/** State before the first seal. */
const chainStart = { seq: 0, seal: Buffer.alloc(0) }

/** Each seal includes the previous one, so that no line can be changed, removed or moved without the key. */
const computeSeals = ({ keyedHashes }: Anonymity, seq: number, before: Buffer, text: string) =>
  keyedHashes('audit', String(seq), before.toString('hex'), text)

/** Whether a line has its seal, under any of the keys. */
const isSealed = async (anonymity: Anonymity, { seq, seal }: Seal, before: Buffer, text: string) =>
  (await computeSeals(anonymity, seq, before, text)).some((each) => each.equals(seal))

/** Seals all lines written since the last run. Runs on one server at a time. */
export async function sealAuditLog(db: Db, anonymity: Anonymity): Promise<void> {
  let sealed = pageSize
  while (sealed === pageSize) sealed = await withTransaction(db, (trx) => sealPage(trx, anonymity))
}

async function sealPage(trx: Trx, anonymity: Anonymity): Promise<number> {
  await sql`lock table audit_seals in exclusive mode`.execute(trx)
  const { rows: newest } = await sql<Pick<Seal, 'seq' | 'seal'>>`
    select seq, seal from audit_seals order by seq desc limit 1`.execute(trx)
  let { seq, seal } = newest[0] ?? chainStart
  const { rows } = await sql<{ id: number; words: string }>`
    select id, ${canonicalText} as words from audit_log
    where id > coalesce((select max(line) from audit_seals), 0) - ${maxPendingEntries}
      and not exists (select from audit_seals where line = audit_log.id)
    order by id limit ${pageSize}`.execute(trx)
  const seals: Omit<Seal, 'words'>[] = []
  for (const { id, words: text } of rows) {
    seq++
    seal = (await computeSeals(anonymity, seq, seal, text))[0] as Buffer
    seals.push({ seq, line: id, seal })
  }
  if (seals.length > 0) await trx.insertInto('audit_seals').values(seals).execute()
  return seals.length
}

/** Result of a verification: the problems, the last seal as `SEQ:SEAL`, and the number of unsealed lines. */
export type AuditVerification = {
  readonly wrong: readonly string[]
  readonly head: string
  readonly sealed: number
  readonly waiting: number
}

/**
 * Compares every line with its seal. An earlier `head`, stored out of reach of anyone with write access to this
 * database, also reveals a truncated log.
 */
export async function verifyAuditLog(db: Db, anonymity: Anonymity, head = ''): Promise<AuditVerification> {
  const [wrong, known]: [string[], Map<number, string>] = [[], new Map(head ? [parseHead(head)] : [])]
  let last: Pick<Seal, 'seq' | 'seal'> = chainStart
  for await (const sealed of readSeals(db)) {
    const { seq, line, seal, words: text } = sealed
    if (seq !== last.seq + 1) wrong.push(`seals ${last.seq + 1} to ${seq - 1} are missing`)
    if (text === null) wrong.push(`line ${line} is missing`)
    else if (!(await isSealed(anonymity, sealed, last.seal, text))) wrong.push(`line ${line} is not as it was sealed`)
    if (known.has(seq) && known.get(seq) !== seal.toString('hex')) wrong.push(`seal ${seq} is not the one you kept`)
    known.delete(seq)
    last = { seq, seal }
  }
  for (const seq of known.keys()) wrong.push(`seal ${seq}, which you kept, is missing`)
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from audit_log
    where not exists (select from audit_seals where line = audit_log.id)`.execute(db)
  const newest = `${last.seq}:${last.seal.toString('hex')}`
  return { wrong, head: newest, sealed: last.seq, waiting: rows[0]?.waiting ?? 0 }
}

function parseHead(head: string): [number, string] {
  const [, seq = '', seal = ''] = /^(\d+):([0-9a-f]{64})$/.exec(head) ?? []
  if (!seq) throw new Error('Pass the head that an earlier audit:verify printed, for example 1200:0f3a…')
  return [Number(seq), seal]
}

async function* readSeals(db: Db): AsyncGenerator<Seal> {
  for (let last = 0; ; ) {
    const { rows } =
      await sql<Seal>`select seq, line, seal, case when audit_log.id is not null then ${canonicalText} end as words
      from audit_seals left join audit_log on audit_log.id = line
      where seq > ${last} order by seq limit ${pageSize}`.execute(db)
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)?.seq ?? last
  }
}

/** Recomputes all seals after a key change. A line that did not match its seal does not match the new one either. */
export async function resealAuditLog(trx: Trx, before: Anonymity, after: Anonymity): Promise<number> {
  let [was, is, count]: [Buffer, Buffer, number] = [chainStart.seal, chainStart.seal, 0]
  for await (const sealed of readSeals(trx)) {
    const { seq, seal, words: text } = sealed
    const fits = text !== null && (await isSealed(before, sealed, was, text))
    was = seal
    is = fits ? ((await computeSeals(after, seq, is, text))[0] as Buffer) : seal
    await sql`update audit_seals set seal = ${is} where seq = ${seq}`.execute(trx)
    count++
  }
  return count
}
