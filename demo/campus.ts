// Lists the pictures of a new demo without a database: the build draws them before there is one.
import {
  DummyDriver,
  InsertQueryNode,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import { openKeysHere } from '../src/shared/server/keys/keys.ts'
import { adSubjects } from './ads.ts'
import { findGroupPlans } from './groups.ts'
import { type Order, ordersOfAds, ordersOfSchool } from './pictures/render.ts'
import { demoSchools } from './schools.ts'
import { campusDice, writeCampus } from './seed.ts'

type InsertedRow = { readonly table: string; readonly values: Readonly<Record<string, string>> }

/** Orders of all pictures of a new demo. Their owner ids are meaningless. */
export async function listDemoOrders(): Promise<Order[]> {
  const inserted: InsertedRow[] = []
  const db = openRecorder(inserted)
  const { anonymity } = await openKeysHere(['nothing that is sealed here is kept'])
  const shared = { ...campusDice(), now: Date.now() }
  const orders = ordersOfAds([...adSubjects.keys()].map((title) => ({ id: title, title })))
  for (const school of demoSchools) {
    inserted.length = 0
    await writeCampus(db, anonymity, school, shared)
    const listInserted = (table: string) =>
      inserted
        .filter((row) => row.table === table)
        .map(
          ({ values: { id = '', first_name = '', last_name = '', email = '', title = '', content = '', name } }) => ({
            id,
            name: name ?? `${first_name} ${last_name}`, // a generated column of professors
            email,
            title,
            content,
          }),
        )
    orders.push(
      ...ordersOfSchool({
        users: listInserted('users'),
        posts: listInserted('posts'),
        events: listInserted('events'),
        listings: listInserted('listings'),
        professors: listInserted('professors'),
        groups: (school.is_active ? findGroupPlans(school.email_domain) : []).map(({ name }) => ({ id: name, name })),
      }),
    )
  }
  await db.destroy()
  return orders
}

/** A database that stores nothing and records what is inserted. */
const openRecorder = (inserted: InsertedRow[]) =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ level, query }) => {
      if (level === 'query') inserted.push(...listInsertedRows(query.query))
    },
  })

function listInsertedRows(query: OperationNode): InsertedRow[] {
  if (!InsertQueryNode.is(query) || !query.into || !query.values || !ValuesNode.is(query.values)) return []
  const table = query.into.table.identifier.name
  const columns = (query.columns ?? []).map(({ column }) => column.name)
  return query.values.values.map((row) => {
    const values = PrimitiveValueListNode.is(row)
      ? row.values
      : ValueListNode.is(row)
        ? row.values.map((node) => (ValueNode.is(node) ? node.value : undefined))
        : []
    return {
      table,
      values: Object.fromEntries(
        columns.flatMap((column, index) => {
          const value = values[index]
          return typeof value === 'string' ? [[column, value]] : []
        }),
      ),
    }
  })
}
