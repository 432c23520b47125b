import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db, Pools } from '../src/shared/server/db/pools.ts'
import type { Call, Shot } from './calls.ts'
import type { Driven } from './drive.ts'
import { percentile } from './server.ts'

type Row = Readonly<Record<string, unknown>>
type Statement = {
  readonly client: Client
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  rows: readonly Row[]
}

/** The connection of a statement: from a pool, or of a numbered transaction. */
type Place = { readonly pool: 'general' | 'prepared' | 'search'; readonly transaction: number | undefined }

/**
 * Repeatable statements of one request: results of one are passed to the next, new ids are generated each time. Also
 * the file in the reply.
 */
export type Script = {
  readonly statements: readonly (Place & { name: string | undefined; text: string; values: readonly Value[] })[]
  readonly file: string | undefined
}
type Value =
  | { readonly is: 'given'; readonly value: unknown }
  | { readonly is: 'fresh'; readonly id: string }
  | { readonly is: 'noise'; readonly bytes: number }
  | { readonly is: 'yielded'; readonly by: number; readonly row: number; readonly column: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Records the statements that the server runs for a request. Undefined for a search that timed out. */
async function recordScript(http: FastifyInstance, shot: Shot, file: string | undefined): Promise<Script | undefined> {
  const heard: Statement[] = []
  const silence = overhear(heard)
  const { statusCode } = await ask(http, shot)
  silence()
  const places = locateStatements(heard)
  if (statusCode === 503 && isSearch({ statements: places })) return undefined
  if (statusCode >= 400 && statusCode !== 404) throw new Error(`${shot.path} was answered with ${statusCode}.`)
  const statements = heard.map(({ name, text, values }, at) => ({
    ...(places[at] as Place),
    name,
    text,
    values: values.map((value) => toValue(value, heard.slice(0, at), shot)),
  }))
  return { statements, file }
}

/** The number of statements of a request that is sent a second time: the first one may fill caches. */
export async function countStatements(http: FastifyInstance, shots: readonly [first: Shot, second: Shot]) {
  await ask(http, shots[0])
  const heard: Statement[] = []
  const silence = overhear(heard)
  const { statusCode } = await ask(http, shots[1])
  silence()
  if (statusCode >= 400) throw new Error(`${shots[1].path} was answered with ${statusCode}.`)
  return heard.length
}

const isSearch = ({ statements }: { readonly statements: readonly Place[] }) =>
  statements.some(({ pool }) => pool === 'search')

const begins = (text: string) => /^\s*(begin|start transaction)\b/i.test(text)
const ends = (text: string) => /^\s*(commit|end|rollback)\b(?!\s+to\b)/i.test(text)

/** The pool or transaction of each statement, derived from its connection. */
function locateStatements(heard: readonly Statement[]): Place[] {
  const open = new Map<Client, number>()
  return heard.map(({ client, text }, at) => {
    if (begins(text)) open.set(client, at)
    const transaction = open.get(client)
    if (ends(text)) open.delete(client)
    return { pool: findPool(client), transaction }
  })
}

/** The pools differ in their connection settings: see `openPools` and `searchDb`. */
function findPool({ connectionParameters: { options = '', statement_timeout } }: Client): Place['pool'] {
  if (options.includes('force_generic_plan')) return 'prepared'
  return Number(statement_timeout) < 15_000 ? 'search' : 'general'
}

const ask = (http: FastifyInstance, { method, path, person, body }: Shot) =>
  http.inject({
    method,
    url: path,
    headers: { cookie: person.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: body } : {}),
  })

function toValue(value: unknown, before: readonly Statement[], { person, path, body = '' }: Shot): Value {
  if (Buffer.isBuffer(value)) return { is: 'noise', bytes: value.length }
  const isId = typeof value === 'string' && uuid.test(value)
  const isGiven = !isId || value === person.id || value === person.schoolId || `${path} ${body}`.includes(value)
  if ((isId && !isGiven) || (typeof value === 'number' && value > 0))
    for (const [by, { rows }] of before.entries())
      for (const [row, cells] of rows.entries())
        for (const [column, cell] of Object.entries(cells))
          if (cell === value && (isId || column.endsWith('seq'))) return { is: 'yielded', by, row, column }
  return isId && !isGiven ? { is: 'fresh', id: value } : { is: 'given', value }
}

type Client = { readonly connectionParameters: { readonly options?: string; readonly statement_timeout?: unknown } }
type Query = (...words: unknown[]) => unknown

/** Records every statement of any client with its result, until the returned function is called. */
function overhear(heard: Statement[]): () => void {
  const client = pg.Client.prototype as unknown as { query: Query }
  const original = client.query
  client.query = function (this: Client, ...words) {
    const [first, second] = words
    const asked = typeof first === 'string' ? { text: first, values: second } : (first as Partial<Statement>)
    const values = asked.values ?? second
    const statement: Statement = {
      client: this,
      name: (asked as Partial<Statement>).name,
      text: asked.text ?? '',
      values: Array.isArray(values) ? values : [],
      rows: [],
    }
    heard.push(statement)
    const note = (result: unknown) => {
      statement.rows = (result as { rows?: Row[] } | undefined)?.rows ?? []
    }
    const done = words.at(-1)
    if (typeof done === 'function')
      words[words.length - 1] = (error: unknown, result: unknown) => {
        note(result)
        done(error, result)
      }
    const promise = original.apply(this, words)
    if (promise instanceof Promise) promise.then(note, () => {})
    return promise
  }
  return () => {
    client.query = original
  }
}

/** The server's pools. Searches go through Kysely, which adds little overhead. */
export type ReplayPools = Pools & { readonly search: Db }

/**
 * Runs the scripts of a call directly through `pg` for some seconds, concurrently, over the same kinds of connections
 * as the server.
 */
export async function replay(
  pools: ReplayPools,
  scripts: readonly Script[],
  atOnce: number,
  seconds: number,
): Promise<Pick<Driven, 'perSecond' | 'p50' | 'p99'>> {
  const times: number[] = []
  let at = 0
  const began = performance.now()
  const end = began + seconds * 1000
  const work = async () => {
    while (performance.now() < end) {
      const script = scripts[at++ % scripts.length] as Script
      const start = performance.now()
      try {
        await runScript(pools, script)
        times.push(performance.now() - start)
      } catch (error) {
        if (!isSearch(script)) throw error // a search may time out; it is then not counted
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const elapsed = (performance.now() - began) / 1000
  return { perSecond: times.length / elapsed, p50: percentile(times, 50), p99: percentile(times, 99) }
}

async function runScript(pools: ReplayPools, { statements, file }: Script): Promise<void> {
  const transactions = new Map<number, pg.PoolClient>()
  try {
    const yielded: (readonly Row[])[] = []
    const fresh = new Map<string, string>()
    for (const { pool, transaction, name, text, values } of statements) {
      const filled = values.map((value) => {
        if (value.is === 'given') return value.value
        if (value.is === 'noise') return randomBytes(value.bytes)
        if (value.is === 'yielded') return yielded[value.by]?.[value.row]?.[value.column]
        const id = fresh.get(value.id) ?? randomUUID()
        fresh.set(value.id, id)
        return id
      })
      const query = { ...(name ? { name } : {}), text, values: filled as unknown[] }
      if (pool === 'search') {
        yielded.push([...(await pools.search.executeQuery<Row>(CompiledQuery.raw(text, filled as unknown[]))).rows])
        continue
      }
      if (transaction !== undefined && !transactions.has(transaction))
        transactions.set(transaction, await pools[pool].connect())
      const { rows } = await (transactions.get(transaction ?? -1) ?? pools[pool]).query(query)
      yielded.push(rows ?? [])
      if (transaction !== undefined && ends(text)) {
        transactions.get(transaction)?.release()
        transactions.delete(transaction)
      }
    }
    if (file) await readFile(file)
  } finally {
    for (const client of transactions.values()) {
      await client.query('rollback') // only of an interrupted script
      client.release()
    }
  }
}

/** Number of requests per call to record: enough that they do not all wait for one row lock. */
export const scriptsPerCall = 64

/**
 * Records the scripts of a call for several users. Each sends its request once before, so that caches are warm and
 * toggles are back in their initial state: each script then contains what a changing request does.
 */
export async function recordScripts(http: FastifyInstance, call: Call): Promise<Script[]> {
  const count = call.kind === 'write' ? scriptsPerCall : 8
  const shots = Array.from({ length: count }, (_, at) => call.shot(at))
  for (const shot of shots) await ask(http, shot)
  const scripts: Script[] = []
  for (const [at, shot] of shots.entries()) {
    const script = await recordScript(http, shot, call.file?.(at))
    if (script) scripts.push(script)
  }
  return scripts
}
