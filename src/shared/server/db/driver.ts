import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, PostgresDriver, type TransactionSettings } from 'kysely'

/** SQL that the transaction begun inside `run` sends in one message with `begin`. */
export const firstStatement = new AsyncLocalStorage<string>()

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

/** Kysely's driver, which begins a transaction and runs its first statement in one round trip. */
export class TransactionDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const first = firstStatement.getStore()
    if (!first) return super.beginTransaction(connection, settings)
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${first}`))
    } catch (error) {
      await this.rollbackTransaction(connection as PostgresConnection)
      throw error
    }
  }
}
