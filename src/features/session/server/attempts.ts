import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as client from 'openid-client'
import type { Db } from '../../../shared/server/db/db.ts'
import type { Provider } from '../contract.ts'

/** What a sign-in takes along to its provider and has to bring back. */
export type Attempt = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly purpose: Purpose
}

/** 'confirm': somebody who is signed in proves once more who they are. */
export type Purpose = 'sign-in' | 'confirm'

/** Minutes that a person may take at their identity provider. */
export const attemptMinutes = 10

/** Notes down a new attempt. Old ones go when new ones come. */
export async function beginAttempt(db: Db, provider: Provider, purpose: Purpose): Promise<Attempt> {
  const attempt = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    purpose,
  }
  await db
    .insertInto('sign_in_attempts')
    .values({
      state_hash: hashState(attempt.state),
      provider,
      nonce: attempt.nonce,
      code_verifier: attempt.verifier,
      purpose: purpose === 'confirm' ? purpose : null,
    })
    .execute()
  await deleteExpiredAttempts(db)
  return attempt
}

/** Removes attempts that took too long. */
export async function deleteExpiredAttempts(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('created_at', '<', oldest).execute()
}

/** Takes an attempt out, so that it can be used once. Undefined when it is unknown, used, too old or another provider's. */
export async function takeAttempt(db: Db, provider: Provider, state: string): Promise<Attempt | undefined> {
  const taken = await db
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', hashState(state))
    .where('provider', '=', provider)
    .where('created_at', '>', oldest)
    .returning(['nonce', 'code_verifier', 'purpose'])
    .executeTakeFirst()
  if (!taken) return undefined
  const purpose = taken.purpose === 'confirm' ? 'confirm' : 'sign-in'
  return { state, nonce: taken.nonce, verifier: taken.code_verifier, purpose }
}

const oldest = sql<Date>`now() - make_interval(mins => ${attemptMinutes})`

const hashState = (state: string) => createHash('sha256').update(state).digest()
