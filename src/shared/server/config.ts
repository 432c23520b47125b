import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { type CellsConfig, toCellsConfig } from './cells/config.ts'
import { ConfigError } from './config/config-error.ts'
import { Environment } from './config/environment.ts'
import { readSecretFiles, secretNames } from './config/secret-files.ts'
import { type PoolerSettings, toPoolerSettings } from './db/pooler.ts'
import type { ReplicaSettings } from './db/replica.ts'
import { isLoopback } from './http/forwarded.ts'
import { type TracingConfig, toTracingConfig } from './tracing/config.ts'

/** Credentials of this installation at an identity provider. */
export type OAuthClient = { readonly clientId: string; readonly clientSecret: string }

/** How this installation sends pushes. */
export type PushConfig = {
  /** Hosts of push services besides those of the browsers. */
  readonly hosts: readonly string[]
  /** Given keys; without them the server creates a pair. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string } | undefined
  /** Where the operator of a push service can reach the operator of this installation. */
  readonly subject: string
}

/** Where and when backups are taken every day. */
export type BackupConfig = {
  readonly folder: string
  /** Number of backups, one for each day. */
  readonly keep: number
  /** UTC, `02:15`. */
  readonly time: string
  /** Days to any second of which the embedded database can be recovered; undefined: its log is not archived. */
  readonly recoveryDays?: number | undefined
}

export type Config = {
  readonly port: number
  readonly host: string
  /** Where browsers reach this installation, without a trailing slash. Absolute links are built from this only. */
  readonly publicUrl: string
  readonly secure: boolean
  readonly dataDir: string
  /** PostgreSQL itself. Undefined: it is embedded. */
  readonly databaseUrl: string | undefined
  /** A pooler in transaction mode in front of it. */
  readonly pooler?: PoolerSettings | undefined
  /** A standby of it, for reads that may be some seconds old. */
  readonly replica?: ReplicaSettings | undefined
  /** Redis, which connects several servers of one installation; a single server needs none. */
  readonly redisUrl: string | undefined
  /** Reverse proxies whose forwarding headers are trusted for client addresses. */
  readonly trustedProxies: readonly string[]
  /** A trusted proxy that says so sends uploads itself, after the server has allowed it. */
  readonly proxySendsMedia: boolean
  /** Seconds between 'not ready' and shutdown, in which a load balancer notices and routes requests elsewhere. */
  readonly drainSeconds: number
  /**
   * An anonymous item is published at a random time within this many seconds; 0 publishes directly and protects less.
   */
  readonly anonymousDelaySeconds: number
  /** Where uploads are stored: `file://` or `s3://`; by default below the data folder. */
  readonly storageUrl: string | undefined
  /** Of the bucket, if they come from files; otherwise the AWS SDK finds them. */
  readonly storageKeys?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly google: OAuthClient | undefined
  readonly microsoft: OAuthClient | undefined
  readonly siteAdmins: readonly string[]
  /** The SMTP server; without it, mails stay in the data folder. */
  readonly smtpUrl: string | undefined
  /** Undefined when the operator disabled push. */
  readonly push: PushConfig | undefined
  readonly supportEmail: string
  readonly productName: string
  readonly demo: boolean
  /** Messages that are logged as warnings at start. */
  readonly warnings: readonly string[]
  /** Lets programs on other machines read /metrics. */
  readonly metricsToken: string | undefined
  /** Undefined when the operator takes backups in another way. */
  readonly backups: BackupConfig | undefined
  /** Folder with external lists of files that may not be uploaded. */
  readonly hashLists: string | undefined
  /** Undefined when no traces are exported. */
  readonly tracing: TracingConfig | undefined
  /** Undefined when this installation has all schools of its site. */
  readonly cells: CellsConfig | undefined
  readonly logLevel: string
  readonly keys: KeyProcessConfig
  readonly secretKey: string | undefined
  /** Former keys, newest first, that still decrypt until `rotate-keys` has re-encrypted everything. */
  readonly olderKeys: readonly string[]
}

/** The process that holds SECRET_KEY. */
export type KeyProcessConfig = {
  /** Where it listens. Undefined: the server starts one of its own. */
  readonly socket: string | undefined
  /** Its log of opened seals. */
  readonly log: string
  readonly openingsPerDay: number
}

/** Reads the environment; an empty variable counts as unset. Throws one ConfigError that lists all problems. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const keyNames: readonly string[] = filled.KEYS_SOCKET ? ['SECRET_KEY', 'SECRET_KEY_OLD'] : []
  const secrets = readSecretFiles(
    filled,
    secretNames.filter((name) => !keyNames.includes(name)),
  )
  const set = { ...secrets, ...filled }
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const env = parsed.data
  const faults: string[] = []
  const google = parseOAuthClient('GOOGLE', env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, faults)
  const microsoft = parseOAuthClient('MICROSOFT', env.MICROSOFT_CLIENT_ID, env.MICROSOFT_CLIENT_SECRET, faults)

  const production = env.NODE_ENV === 'production'
  const asked = env.DEMO === undefined ? undefined : env.DEMO === '1' || env.DEMO === 'true'
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  // A public address or an external database indicates a real installation: there, the demo is never a default.
  const foreign = [
    ...(isLoopback(env.HOST) ? [] : [`HOST is ${env.HOST}`]),
    ...(isLoopback(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL is ${publicUrl}`]),
    ...(env.DATABASE_URL ? ['DATABASE_URL is set'] : []),
  ]
  const demo = asked ?? (!google && !microsoft && foreign.length === 0 && !production)
  if (production && demo) faults.push('DEMO is refused in production: it lets anyone sign in as any user.')
  if (!demo && !google && !microsoft) {
    faults.push(
      'No user could sign in: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET, or, to try Quad, DEMO=1.',
    )
    if (asked === undefined && !production && foreign.length > 0)
      faults.push(
        `Demo mode, in which anyone can sign in as any user, does not start by default here: ${foreign.join(', ')}. Set DEMO=1 to start it anyway.`,
      )
  }
  if (keyNames.some((name) => filled[name] || filled[`${name}_FILE`]))
    faults.push('KEYS_SOCKET names the process that holds SECRET_KEY: remove SECRET_KEY here.')
  if (!demo && !env.SECRET_KEY && !env.KEYS_SOCKET)
    faults.push('SECRET_KEY is needed outside the demo: it seals the authors of anonymous posts.')
  if (env.SECRET_KEY_OLD.length > 0 && !env.SECRET_KEY)
    faults.push('SECRET_KEY_OLD is for former keys: the new one belongs into SECRET_KEY.')
  if ((env.VAPID_PUBLIC_KEY === undefined) !== (env.VAPID_PRIVATE_KEY === undefined))
    faults.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together; one of them is missing.')
  if (env.RECOVERY_DAYS !== undefined && !env.BACKUP_DIR)
    faults.push('RECOVERY_DAYS needs BACKUP_DIR, a folder for the archive.')
  if (env.RECOVERY_DAYS !== undefined && env.DATABASE_URL)
    faults.push('RECOVERY_DAYS is for the embedded PostgreSQL. Use the archiving of yours, for example pgBackRest.')
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    faults.push('DATABASE_DIRECT_URL goes with DATABASE_URL, the address of a pooler in transaction mode.')
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    faults.push('DATABASE_REPLICA_URL goes with DATABASE_URL, the address of the database that it is a standby of.')
  const tracing = toTracingConfig(env, faults)
  const cells = toCellsConfig(env, faults)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = set
  // The AWS SDK reads variables, and its other sources, by itself.
  const areFiles = secrets.AWS_ACCESS_KEY_ID !== undefined || secrets.AWS_SECRET_ACCESS_KEY !== undefined
  if (areFiles && !(accessKeyId && secretAccessKey))
    faults.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together; one of them is missing.')
  if (new URL(publicUrl).pathname !== '/') faults.push('PUBLIC_URL must be an address without a path.')
  if (faults.length > 0) throw new ConfigError(faults)

  const proxySendsMedia = env.PROXY_SENDS_MEDIA === '1' || env.PROXY_SENDS_MEDIA === 'true'
  const warnings = [
    ...(demo && !(isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname))
      ? ['DEMO=1 on a public address: anyone who reaches it can sign in as any user.']
      : []),
    ...(env.ANONYMOUS_DELAY === 0
      ? ['ANONYMOUS_DELAY=0: anonymous items are stored at the moment of writing, which can identify their authors.']
      : []),
    ...(proxySendsMedia && !env.STORAGE_URL
      ? ['PROXY_SENDS_MEDIA=1 without STORAGE_URL: only Quad can read the data folder, so it sends every file itself.']
      : []),
  ]
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    ...(env.DATABASE_DIRECT_URL && env.DATABASE_URL ? { pooler: toPoolerSettings(env.DATABASE_URL) } : {}),
    ...(env.DATABASE_REPLICA_URL
      ? { replica: { address: env.DATABASE_REPLICA_URL, maxLagSeconds: env.REPLICA_MAX_LAG_SECONDS } }
      : {}),
    redisUrl: env.REDIS_URL,
    storageUrl: env.STORAGE_URL,
    ...(areFiles && accessKeyId && secretAccessKey ? { storageKeys: { accessKeyId, secretAccessKey } } : {}),
    trustedProxies: env.TRUSTED_PROXIES,
    proxySendsMedia,
    drainSeconds: env.DRAIN_SECONDS,
    anonymousDelaySeconds: env.ANONYMOUS_DELAY,
    google,
    microsoft,
    siteAdmins: env.SITE_ADMINS,
    smtpUrl: env.SMTP_URL,
    push: toPushConfig(env),
    supportEmail: env.SUPPORT_EMAIL,
    productName: env.PRODUCT_NAME,
    demo,
    warnings,
    metricsToken: env.METRICS_TOKEN,
    backups: env.BACKUP_DIR
      ? {
          folder: resolve(env.BACKUP_DIR),
          keep: env.BACKUP_KEEP,
          time: env.BACKUP_TIME,
          ...(env.RECOVERY_DAYS === undefined ? {} : { recoveryDays: env.RECOVERY_DAYS }),
        }
      : undefined,
    hashLists: env.HASH_LISTS ? resolve(env.HASH_LISTS) : undefined,
    tracing,
    cells,
    logLevel: env.LOG_LEVEL,
    keys: {
      socket: env.KEYS_SOCKET ? resolve(env.KEYS_SOCKET) : undefined,
      log: resolve(env.KEYS_LOG ?? join(env.DATA_DIR, 'seal-openings.log')),
      openingsPerDay: env.SEAL_OPENINGS_PER_DAY,
    },
    secretKey: env.SECRET_KEY,
    olderKeys: env.SECRET_KEY_OLD,
  }
}

const toPushConfig = (env: z.output<typeof Environment>): PushConfig | undefined =>
  env.PUSH === '0' || env.PUSH === 'false'
    ? undefined
    : {
        hosts: env.PUSH_HOSTS,
        keys:
          env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
            ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
            : undefined,
        subject: env.VAPID_SUBJECT ?? `mailto:${env.SUPPORT_EMAIL}`,
      }

function parseOAuthClient(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  faults: string[],
) {
  if (clientId && clientSecret) return { clientId, clientSecret }
  if (clientId || clientSecret)
    faults.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together; one of them is missing.`)
  return undefined
}
