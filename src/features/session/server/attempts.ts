import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as client from 'openid-client'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { Provider } from '../contract.ts'

/** Values that a sign-in sends to the provider and must receive back. */
export type Attempt = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly purpose: Purpose
  /** The user says that others use this computer too. */
  readonly isShared: boolean
}

/** 'confirm': a signed-in user proves their identity again. */
export type Purpose = 'sign-in' | 'confirm'

/** Time that a user has at their identity provider. */
export const attemptMinutes = 10

/** Stores a new attempt. Its state begins with the cell, if there are several: the browser has to return to this one. */
export async function beginAttempt(
  db: Db,
  provider: Provider,
  { purpose, isShared, cell }: Pick<Attempt, 'purpose' | 'isShared'> & { readonly cell: string | undefined },
): Promise<Attempt> {
  const attempt = {
    state: cell === undefined ? client.randomState() : `${cell}.${client.randomState()}`,
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    purpose,
    isShared,
  }
  await db
    .insertInto('sign_in_attempts')
    .values({
      state_hash: hashState(attempt.state),
      provider,
      nonce: attempt.nonce,
      code_verifier: attempt.verifier,
      purpose: purpose === 'confirm' ? purpose : null,
      is_shared: isShared,
    })
    .execute()
  return attempt
}

export const attemptRetention: RetentionRule = {
  table: 'sign_in_attempts',
  ofSite: true,
  column: 'created_at',
  keptFor: `${attemptMinutes} minutes`,
}

/**
 * Deletes and returns an attempt, so that it works only once. Undefined when it is unknown, used, expired or for
 * another provider.
 */
export async function takeAttempt(db: Db, provider: Provider, state: string): Promise<Attempt | undefined> {
  const taken = await db
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', hashState(state))
    .where('provider', '=', provider)
    .where('created_at', '>', oldest)
    .returning(['nonce', 'code_verifier', 'purpose', 'is_shared'])
    .executeTakeFirst()
  if (!taken) return undefined
  const purpose = taken.purpose === 'confirm' ? 'confirm' : 'sign-in'
  return { state, nonce: taken.nonce, verifier: taken.code_verifier, purpose, isShared: taken.is_shared }
}

const oldest = sql<Date>`now() - make_interval(mins => ${attemptMinutes})`

const hashState = (state: string) => createHash('sha256').update(state).digest()
