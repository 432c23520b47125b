import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Pools } from '../src/shared/server/db.ts'
import type { Call, Shot } from './calls.ts'
import type { Driven } from './drive.ts'
import { percentile } from './server.ts'

type Row = Readonly<Record<string, unknown>>
type Statement = {
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  rows: readonly Row[]
}

/** Statements of one request as they can be run again: what one yields goes into the next, new ids are new each time. */
export type Script = readonly { name: string | undefined; text: string; values: readonly Value[] }[]
type Value =
  | { readonly is: 'given'; readonly value: unknown }
  | { readonly is: 'fresh'; readonly id: string }
  | { readonly is: 'noise'; readonly bytes: number }
  | { readonly is: 'yielded'; readonly by: number; readonly row: number; readonly column: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The statements that the server runs for a request, heard on their way to PostgreSQL. */
async function scriptOf(http: FastifyInstance, shot: Shot): Promise<Script> {
  const heard: Statement[] = []
  const silence = overhear(heard)
  const { statusCode } = await ask(http, shot)
  silence()
  if (statusCode >= 400 && statusCode !== 404) throw new Error(`${shot.path} was answered with ${statusCode}.`)
  return heard.map(({ name, text, values }, at) => ({
    name,
    text,
    values: values.map((value) => recipeOf(value, heard.slice(0, at), shot)),
  }))
}

const ask = (http: FastifyInstance, { method, path, person, body }: Shot) =>
  http.inject({
    method,
    url: path,
    headers: { cookie: person.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: body } : {}),
  })

function recipeOf(value: unknown, before: readonly Statement[], { person, path, body = '' }: Shot): Value {
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

type Query = (...words: unknown[]) => unknown

/** Notes every statement that any client sends, with what it yields; until the function that is returned is called. */
function overhear(heard: Statement[]): () => void {
  const client = pg.Client.prototype as unknown as { query: Query }
  const original = client.query
  client.query = function (this: unknown, ...words) {
    const [first, second] = words
    const asked = typeof first === 'string' ? { text: first, values: second } : (first as Partial<Statement>)
    const values = asked.values ?? second
    const statement: Statement = {
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

/** Runs the scripts of a call straight through `pg` for some seconds, so many at once, over the connections that the server would take. */
export async function replay(
  { common, hot }: Pools,
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
      await runScript(script.every(({ name }) => name) ? hot : common, script)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const elapsed = (performance.now() - began) / 1000
  return { perSecond: times.length / elapsed, p50: percentile(times, 50), p99: percentile(times, 99) }
}

async function runScript(pool: pg.Pool, script: Script): Promise<void> {
  const client = await pool.connect()
  try {
    const yielded: (readonly Row[])[] = []
    const fresh = new Map<string, string>()
    for (const { name, text, values } of script) {
      const filled = values.map((value) => {
        if (value.is === 'given') return value.value
        if (value.is === 'noise') return randomBytes(value.bytes)
        if (value.is === 'yielded') return yielded[value.by]?.[value.row]?.[value.column]
        const id = fresh.get(value.id) ?? randomUUID()
        fresh.set(value.id, id)
        return id
      })
      const { rows } = await client.query({ ...(name ? { name } : {}), text, values: filled as unknown[] })
      yielded.push(rows ?? [])
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** How many requests of a call become scripts: enough that they do not all stand in line for one row. */
export const scriptsPerCall = 64

/**
 * The scripts of a call, of so many people. Each has asked before, so that caches are warm; by then what goes on and off
 * is off again, and so each script holds what its request does when it changes something.
 */
export async function scriptsOf(http: FastifyInstance, call: Call): Promise<Script[]> {
  const count = call.kind === 'write' ? scriptsPerCall : 8
  const shots = Array.from({ length: count }, (_, at) => call.shot(at))
  for (const shot of shots) await ask(http, shot)
  const scripts: Script[] = []
  for (const shot of shots) scripts.push(await scriptOf(http, shot))
  return scripts
}
