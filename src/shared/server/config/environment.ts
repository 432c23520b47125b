import { isIP } from 'node:net'
import { z } from 'zod'
import { cellVariables } from '../cells/config.ts'
import { defaultOpeningsPerDay } from '../keys/opening-log.ts'
import { tracingVariables } from '../tracing/config.ts'

const optional = z.string().optional()
const client = { id: optional, secret: optional }
const lowerCaseList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((entry) => entry.toLowerCase()),
  )

/** The variables of a server, each with its form and default. */
export const Environment = z.object({
  NODE_ENV: optional,
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int()
    .min(1, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an address like https://quad.example.edu' }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  REPLICA_MAX_LAG_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds from 2 to 60' })
    .min(2, 'must be a number of seconds from 2 to 60') // a server looks once per second
    .max(60, 'must be a number of seconds from 2 to 60')
    .default(5),
  STORAGE_URL: z
    .string()
    .refine(isStoreAddress, 'must be file:///an/absolute/folder or s3://bucket/prefix?endpoint=https://…&region=…')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((list) => list.split(/[\s,;]+/).filter(Boolean))
    .refine((list) => list.every(isNetwork), 'must be addresses or networks like 10.0.0.0/8, separated by commas'),
  PROXY_SENDS_MEDIA: z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').optional(),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds from 0 to 60' })
    .min(0, 'must be a number of seconds from 0 to 60')
    .max(60, 'must be a number of seconds from 0 to 60')
    .default(0),
  ANONYMOUS_DELAY: z.coerce
    .number({ error: 'must be a number of seconds from 0 to 600' })
    .min(0, 'must be a number of seconds from 0 to 600')
    .max(600, 'must be a number of seconds from 0 to 600')
    .default(120),
  GOOGLE_CLIENT_ID: client.id,
  GOOGLE_CLIENT_SECRET: client.secret,
  MICROSOFT_CLIENT_ID: client.id,
  MICROSOFT_CLIENT_SECRET: client.secret,
  SITE_ADMINS: lowerCaseList.refine(
    (list) => list.every((email) => /^[^@\s]+@[^@\s]+$/.test(email)),
    'must be email addresses, separated by commas',
  ),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  PUSH: z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').optional(),
  PUSH_HOSTS: lowerCaseList.refine(
    (list) => list.every((host) => /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host)),
    'must be names of hosts like push.example.org or *.push.example.org, separated by commas',
  ),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, 'must be a public key of 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be a private key of 32 bytes in base64url')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(https:\/\/[^\s/]+\S*|mailto:[^@\s]+@[^@\s]+)$/, 'must begin with https:// or mailto:')
    .optional(),
  SUPPORT_EMAIL: z.email('must be an email address').default('support@quad.example'),
  PRODUCT_NAME: z.string().max(60, 'must have at most 60 characters').default('Quad'),
  DEMO: z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters, for example from: openssl rand -hex 24')
    .optional(),
  BACKUP_DIR: optional,
  BACKUP_KEEP: z.coerce
    .number({ error: 'must be a number of backups from 1 to 30' })
    .int('must be a number of backups from 1 to 30')
    .min(1, 'must be a number of backups from 1 to 30')
    .max(30, 'must be a number of backups from 1 to 30')
    .default(14),
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in UTC like 02:15')
    .default('02:15'),
  HASH_LISTS: optional,
  RECOVERY_DAYS: z.coerce
    .number({ error: 'must be a number of days from 1 to 28' })
    .int('must be a number of days from 1 to 28')
    .min(1, 'must be a number of days from 1 to 28')
    .max(28, 'must be a number of days from 1 to 28')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
  KEYS_SOCKET: optional,
  KEYS_LOG: optional,
  SEAL_OPENINGS_PER_DAY: z.coerce
    .number({ error: 'must be a number of seals, at least 1' })
    .int('must be a number of seals, at least 1')
    .min(1, 'must be a number of seals, at least 1')
    .default(defaultOpeningsPerDay),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters, for example from: openssl rand -base64 48')
    .optional(),
  SECRET_KEY_OLD: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every((key) => key.length >= 32),
      'must be former values of SECRET_KEY, separated by commas',
    ),
  ...tracingVariables,
  ...cellVariables,
})

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

function isStoreAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, host, searchParams } = new URL(text)
  if (protocol === 'file:') return host === ''
  const endpoint = searchParams.get('endpoint')
  return protocol === 's3:' && host !== '' && (endpoint === null || /^https?:\/\//.test(endpoint))
}
