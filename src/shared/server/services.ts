import type { FastifyInstance } from 'fastify'
import type { Cells } from './cells/cells.ts'
import type { Config } from './config.ts'
import type { Anonymity } from './crypto/anonymity.ts'
import type { EpochStore } from './crypto/epoch-store.ts'
import type { Db } from './db/pools.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { EvidenceCalls } from './keys/keys.ts'
import type { Live } from './live/streams.ts'
import type { VisibleTabs } from './live/visible-tabs.ts'
import type { Notifications } from './notifications.ts'
import type { PendingItems } from './pending.ts'
import type { Storage } from './storage/storage.ts'

/** What the features' routes are mounted on. */
export type App = {
  readonly http: FastifyInstance
  readonly db: Db
  readonly config: Config
  readonly anonymity: Anonymity
  /** The keys of schools where authorship ends. */
  readonly epochs: EpochStore
  /** The keys of files that are kept as evidence. */
  readonly evidenceKeys: EvidenceCalls
  readonly limits: RateLimits
  readonly live: Live
  readonly visibleTabs: VisibleTabs
  readonly notifications: Notifications
  readonly pending: PendingItems
  readonly storage: Storage
  /** Undefined where the site is one installation. */
  readonly cells: Cells | undefined
}
