import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, PostgresDriver, type TransactionSettings } from 'kysely'

/** SQL that the transaction begun inside `run` sends in one message with `begin`. */
export const firstStatement = new AsyncLocalStorage<string>()

/** Start of the text that begins a transaction together with its first statement. */
export const beginTogether = 'begin; '

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

/**
 * Kysely's driver, which begins a transaction and runs its first statement without waiting for either: the connection is
 * pipelined, so the next statement follows immediately. If the first statement fails, PostgreSQL refuses all later ones, and
 * the transaction fails with the first error.
 */
export class TransactionDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const first = firstStatement.getStore()
    if (!first) return super.beginTransaction(connection, settings)
    const begun = connection.executeQuery(CompiledQuery.raw(`${beginTogether}${first}`))
    begun.catch(() => {}) // thrown where the transaction ends
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: PostgresConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
    this.#begun.delete(connection)
  }

  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    const begun = this.#begun.get(connection)
    this.#begun.delete(connection)
    await super.rollbackTransaction(connection)
    await begun
  }
}
