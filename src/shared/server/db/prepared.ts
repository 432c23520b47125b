import { createHash } from 'node:crypto'
import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { describeStatement } from '../tracing/sql-steps.ts'
import { currentTrace } from '../tracing/trace.ts'
import { type Db, findPools, statementNames } from './pools.ts'
import type { DB } from './schema.gen.ts'

/** The parameters of a prepared query while it is built: placeholders for the values. */
export type SqlParams<P> = { readonly [K in keyof P]: RawBuilder<P[K]> }

/** A value, or the placeholder of one: SQL fragments that take this work in prepared and ad-hoc queries. */
export type SqlParam<T> = T | RawBuilder<T>

/**
 * A frequent query, built once and then run as a named statement: `prepared((db, { id }: SqlParams<{ id: string }>) =>
 * db.selectFrom(…).where('id', '=', id))`. Each run passes the values, and uses the transaction if `db` is one. Raw SQL
 * can be prepared as well. `isWrite`: it may wait for a row, so outside a transaction it uses a connection for transactions.
 */
export function prepared<P extends Record<string, unknown>, R>(
  build: (db: Db, slots: SqlParams<P>) => Query<R>,
  { isWrite = false } = {},
) {
  const slots = new Proxy({} as SqlParams<P>, {
    get: (_, slot) => sql`${{ slot: String(slot) } as unknown}`,
    ownKeys: () => {
      throw new Error('Name the slots of a prepared query one by one; they are not spread.')
    },
  })
  let plan: (Statement & { parameters: readonly unknown[] }) | undefined
  return async (db: Db, values: P): Promise<R[]> => {
    if (!plan) {
      const { sql: text, parameters } = build(unconnected, slots).compile(unconnected)
      plan = { ...named(text), parameters }
    }
    const filled = plan.parameters.map((parameter) => (isSqlParam(parameter) ? values[parameter.slot] : parameter))
    return isWrite ? runOn<R>(db, plan, filled) : runByName<R>(db, plan, filled)
  }
}

/**
 * Runs a query as a prepared statement although it is built each time: for queries with few distinct texts. With
 * `forValues` (searches) PostgreSQL plans for the actual values.
 */
export async function executePrepared<R>(db: Db, query: Query<R>, { forValues = false } = {}): Promise<R[]> {
  const compiled = query.compile(db) as CompiledQuery<R>
  if (forValues) return (await db.executeQuery(compiled)).rows
  return runByName(db, named(compiled.sql), compiled.parameters)
}

type Query<R> = Compilable<R> | RawBuilder<R>

type Statement = { readonly name: string; readonly text: string }

async function runByName<R>(db: Db, { name, text }: Statement, values: readonly unknown[]): Promise<R[]> {
  const pool = findPools(db)?.prepared
  if (pool) {
    const send = () => pool.query({ name, text, values: [...values] })
    return (await (currentTrace()?.step(describeStatement(text, name), send) ?? send())).rows
  }
  return runOn(db, { text }, values)
}

const runOn = async <R>(db: Db, { text }: Pick<Statement, 'text'>, values: readonly unknown[]): Promise<R[]> => [
  ...(await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows,
]

function named(text: string): Statement {
  const name = statementNames.get(text) ?? `q${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  statementNames.set(text, name)
  return { name, text }
}

/** Only compiles queries. */
const unconnected: Db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const isSqlParam = (parameter: unknown): parameter is { slot: string } =>
  typeof parameter === 'object' && parameter !== null && 'slot' in parameter
