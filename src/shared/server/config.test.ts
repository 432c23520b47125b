import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from './config/config-error.ts'
import { readKeyProcessConfig } from './config/key-process.ts'
import { readConfig } from './config.ts'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const key = { SECRET_KEY: 'x'.repeat(32) }
const real = { ...google, ...key }

/** The lines of the ConfigError, or none. */
function listConfigErrors(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
  return []
}
const namesIn = (faults: readonly string[]) => faults.map((line) => line.split(' ')[0]).sort()

test('without variables, runs the demo on the loopback address', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    secure: false,
    dataDir: './data',
    databaseUrl: undefined,
    google: undefined,
    microsoft: undefined,
    siteAdmins: [],
    supportEmail: 'support@quad.example',
    productName: 'Quad',
    demo: true,
    warnings: [],
    logLevel: 'info',
    keys: { socket: undefined, log: join(process.cwd(), 'data/seal-openings.log'), openingsPerDay: 200 },
    secretKey: undefined,
    olderKeys: [],
    trustedProxies: ['loopback'],
    proxySendsMedia: false,
    drainSeconds: 0,
    anonymousDelaySeconds: 120,
    push: { hosts: [], keys: undefined, subject: 'mailto:support@quad.example' },
  })
})

test('treats an empty variable as unset', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'SITE_ADMINS', 'SUPPORT_EMAIL', 'DEMO', 'LOG_LEVEL']
  const keys = ['SECRET_KEY', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'MICROSOFT_CLIENT_ID', 'DATA_DIR', 'NODE_ENV']
  for (const blank of ['', '  '])
    expect(readConfig(Object.fromEntries([...names, ...keys].map((name) => [name, blank])))).toEqual(readConfig({}))
})

test('reads all variables', () => {
  expect(
    readConfig({
      ...real,
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://quad.harbour.edu/',
      SITE_ADMINS: 'Root@Harbour.edu, site@harbour.edu;third@harbour.edu',
      DATABASE_URL: 'postgresql://quad@db/quad',
      LOG_LEVEL: 'warn',
    }),
  ).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://quad.harbour.edu',
    secure: true,
    google: { clientId: 'id', clientSecret: 'secret' },
    microsoft: undefined,
    siteAdmins: ['root@harbour.edu', 'site@harbour.edu', 'third@harbour.edu'],
    databaseUrl: 'postgresql://quad@db/quad',
    demo: false,
    logLevel: 'warn',
  })
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
})

test('reads the address of a pooler, and that of PostgreSQL itself', () => {
  const direct = 'postgres://quad@db/quad'
  const pooled = (DATABASE_URL: string) => readConfig({ ...real, DATABASE_URL, DATABASE_DIRECT_URL: direct })
  const address = 'postgres://quad@pooler:6432/quad'
  expect(pooled(address)).toMatchObject({ databaseUrl: direct, pooler: { address, hasNamedStatements: false } })
  const named = `${address}?max_prepared_statements=200`
  expect(pooled(named).pooler).toEqual({ address: named, hasNamedStatements: true })
  expect(readConfig({ ...real, DATABASE_URL: direct })).toMatchObject({ databaseUrl: direct })
  expect(readConfig({ ...real, DATABASE_URL: direct }).pooler).toBeUndefined()
  expect(listConfigErrors({ ...real, DATABASE_DIRECT_URL: direct })).toEqual([
    expect.stringContaining('DATABASE_DIRECT_URL goes with DATABASE_URL'),
  ])
})

test('reads the address of a replica, and how old it may be', () => {
  const database = { ...real, DATABASE_URL: 'postgres://quad@db/quad' }
  const address = 'postgres://quad@standby/quad'
  expect(readConfig(database).replica).toBeUndefined()
  expect(readConfig({ ...database, DATABASE_REPLICA_URL: address }).replica).toEqual({ address, maxLagSeconds: 5 })
  expect(readConfig({ ...database, DATABASE_REPLICA_URL: address, REPLICA_MAX_LAG_SECONDS: '30' }).replica).toEqual({
    address,
    maxLagSeconds: 30,
  })
  for (const REPLICA_MAX_LAG_SECONDS of ['1', '61', 'soon'])
    expect(listConfigErrors({ ...database, REPLICA_MAX_LAG_SECONDS })).toEqual([
      'REPLICA_MAX_LAG_SECONDS must be a number of seconds from 2 to 60',
    ])
  expect(listConfigErrors({ ...real, DATABASE_REPLICA_URL: address })).toEqual([
    expect.stringContaining('DATABASE_REPLICA_URL goes with DATABASE_URL'),
  ])
})

test('names every invalid value in one error', () => {
  const faults = listConfigErrors({
    PORT: 'http',
    PUBLIC_URL: 'quad.edu',
    DATABASE_URL: 'mysql://db',
    SITE_ADMINS: 'root@x.edu, no-address',
    SUPPORT_EMAIL: 'support',
    PRODUCT_NAME: 'x'.repeat(61),
    DEMO: 'yes',
    LOG_LEVEL: 'loud',
    SECRET_KEY: 'short',
    METRICS_TOKEN: 'short',
  })
  const names = [
    'DATABASE_URL',
    'DEMO',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'PORT',
    'PRODUCT_NAME',
    'PUBLIC_URL',
    'SECRET_KEY',
  ]
  expect(namesIn(faults)).toEqual([...names, 'SITE_ADMINS', 'SUPPORT_EMAIL'])
  for (const line of faults) expect(line).toMatch(/^[A-Z_]+ must /)
})

test.each(['0', '65536', '-1', '80.5', '3000x', 'NaN'])('rejects the port %s', (PORT) => {
  expect(listConfigErrors({ PORT })).toEqual(['PORT must be a port number'])
})

test.each(['ftp://quad.edu', 'quad.edu', '//quad.edu', 'https://', 'https://quad.edu/path'])(
  'rejects the public URL %s',
  (PUBLIC_URL) => {
    expect(namesIn(listConfigErrors({ ...real, PUBLIC_URL }))).toEqual(['PUBLIC_URL'])
  },
)

test('requires client id and client secret together', () => {
  expect(listConfigErrors({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together; one of them is missing.',
  ])
  expect(listConfigErrors({ MICROSOFT_CLIENT_SECRET: 'secret' })).toEqual([
    'MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET go together; one of them is missing.',
  ])
})

test.each([
  ['no variable is set', {}, true],
  ['HOST is ::1', { HOST: '::1' }, true],
  ['HOST is 127.0.0.2', { HOST: '127.0.0.2' }, true],
  ['PUBLIC_URL is a name of this machine', { PUBLIC_URL: 'http://quad.localhost:3000' }, true],
  ['PUBLIC_URL is ::1', { PUBLIC_URL: 'http://[::1]:3000' }, true],
  ['DATABASE_URL and DEMO=1 are set', { DATABASE_URL: 'postgres://quad@db/quad', DEMO: '1' }, true],
  ['a provider is configured', real, false],
  ['a provider and DEMO=1 are configured', { ...real, DEMO: '1' }, true],
  ['a provider and DEMO=0 are configured', { ...real, DEMO: '0' }, false],
] as const)('when %s, the demo is on: %s', (_when, environment, on) => {
  expect(readConfig(environment)).toMatchObject({ demo: on, warnings: [] })
})

test('requires DEMO=1 for the demo on a public HOST, and warns', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'quad.edu', '127.evil.example']) {
    expect(listConfigErrors({ HOST })[0], HOST).toContain('No user could sign in')
    const { demo, warnings } = readConfig({ HOST, DEMO: '1' })
    expect(demo).toBe(true)
    expect(warnings).toEqual([expect.stringContaining('anyone who reaches it can sign in as any user')])
  }
})

test('does not start the demo by default with a public URL or an external database', () => {
  const publicUrls = [
    'https://quad.harbour.edu',
    'http://192.168.1.5:3000',
    'http://127.evil.example',
    'http://localhost.evil.edu',
  ]
  for (const environment of [
    ...publicUrls.map((PUBLIC_URL) => ({ PUBLIC_URL })),
    { DATABASE_URL: 'postgres://quad@db/quad' },
    { DATABASE_URL: 'postgres://quad@localhost/quad', PUBLIC_URL: 'http://localhost:3000' },
  ]) {
    const [summary, reason] = listConfigErrors(environment)
    expect(summary, JSON.stringify(environment)).toContain('No user could sign in')
    expect(reason).toMatch(/does not start by default here: .*(PUBLIC_URL|DATABASE_URL) is .* Set DEMO=1/)
    expect(readConfig({ ...environment, DEMO: '1' }).demo).toBe(true)
  }
  const [warning] = readConfig({ PUBLIC_URL: 'https://quad.harbour.edu', DEMO: '1' }).warnings
  expect(warning).toContain('anyone who reaches it can sign in as any user')
})

test('in production, refuses the demo and requires a provider and a key', () => {
  const NODE_ENV = 'production'
  expect(listConfigErrors({ NODE_ENV })).toEqual([
    expect.stringContaining('No user could'),
    expect.stringContaining('SECRET_KEY'),
  ])
  expect(listConfigErrors({ NODE_ENV, DEMO: '1' })).toEqual([expect.stringContaining('DEMO is refused in production')])
  expect(listConfigErrors({ NODE_ENV, DEMO: 'true', ...real })).toEqual([expect.stringContaining('DEMO is refused')])
  expect(listConfigErrors({ NODE_ENV, ...google })).toEqual([expect.stringContaining('SECRET_KEY is needed')])
  expect(readConfig({ NODE_ENV, ...real }).demo).toBe(false)
})

test('without the demo, requires a key and a provider', () => {
  expect(listConfigErrors({ DEMO: '0' })).toHaveLength(2)
  expect(listConfigErrors({ DEMO: 'false', ...google })).toEqual([expect.stringContaining('SECRET_KEY')])
  expect(listConfigErrors({ DEMO: '0', ...key })).toEqual([expect.stringContaining('No user could sign in')])
})

test('accepts only complete URLs of a folder or a bucket as STORAGE_URL', () => {
  for (const url of ['file:///srv/quad', 's3://quad', 's3://quad/north?endpoint=http://localhost:3900&region=garage'])
    expect(readConfig({ STORAGE_URL: url }).storageUrl).toBe(url)
  for (const url of ['/srv/quad', 'file://host/quad', 's3://', 's3://quad?endpoint=garage', 'https://s3.example/quad'])
    expect(listConfigErrors({ STORAGE_URL: url })).toEqual([expect.stringContaining('STORAGE_URL must be file:///')])
})

test('accepts only addresses and networks as TRUSTED_PROXIES', () => {
  expect(readConfig({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8 ::1' }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
    '::1',
  ])
  for (const list of ['everybody', '10.0.0.0/33', '10.0.0.0/8/8', '1.2.3'])
    expect(namesIn(listConfigErrors({ TRUSTED_PROXIES: list }))).toEqual(['TRUSTED_PROXIES'])
  expect(namesIn(listConfigErrors({ DRAIN_SECONDS: 'some' }))).toEqual(['DRAIN_SECONDS'])
})

test('delays anonymous items by default, and warns when the delay is 0', () => {
  const warnings = (delay: string) => readConfig({ ANONYMOUS_DELAY: delay }).warnings
  expect(warnings('')).toEqual([])
  expect(warnings('0')).toEqual([expect.stringContaining('ANONYMOUS_DELAY=0')])
  for (const wrong of ['-1', '601', 'soon'])
    expect(() => readConfig({ ANONYMOUS_DELAY: wrong })).toThrow('ANONYMOUS_DELAY')
})

test('leaves files to the proxy only with the variable, and warns when the proxy is unable to read them', () => {
  const read = (value: string, more = {}) => readConfig({ PROXY_SENDS_MEDIA: value, ...more })
  const folder = { STORAGE_URL: 'file:///srv/quad' }
  expect(['1', 'true', '0', ''].map((value) => read(value, folder).proxySendsMedia)).toEqual([true, true, false, false])
  expect(read('1', folder).warnings).toEqual([])
  expect(read('1').warnings).toEqual([expect.stringContaining('without STORAGE_URL')])
  expect(() => read('nginx')).toThrow('PROXY_SENDS_MEDIA')
})

test('reads SECRET_KEY from the credentials of systemd unless the variable is set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-credentials-'))
  writeFileSync(join(folder, 'SECRET_KEY'), `${'y'.repeat(32)}\n`)
  const environment = { ...google, CREDENTIALS_DIRECTORY: folder }
  expect(readConfig(environment).secretKey).toBe('y'.repeat(32))
  expect(readConfig({ ...environment, ...key }).secretKey).toBe('x'.repeat(32))
  writeFileSync(join(folder, 'SECRET_KEY'), 'short')
  expect(listConfigErrors(environment)).toEqual([expect.stringMatching(/^SECRET_KEY must have/)])
  rmSync(folder, { recursive: true })
})

test('a server with a key process takes no secret key, not even from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-credentials-'))
  writeFileSync(join(folder, 'SECRET_KEY'), 'y'.repeat(32))
  const socket = { ...google, NODE_ENV: 'production', KEYS_SOCKET: '/run/quad-keys/socket' }
  const config = readConfig({ ...socket, CREDENTIALS_DIRECTORY: folder })
  expect(config).toMatchObject({ secretKey: undefined, keys: { socket: '/run/quad-keys/socket' } })
  const refused = [expect.stringContaining('remove SECRET_KEY here')]
  expect(listConfigErrors({ ...socket, ...key })).toEqual(refused)
  expect(listConfigErrors({ ...socket, SECRET_KEY_FILE: join(folder, 'SECRET_KEY') })).toEqual(refused)
  rmSync(folder, { recursive: true })
})

test('reads the settings of a key process, and lists what is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-credentials-'))
  writeFileSync(join(folder, 'SECRET_KEY'), 'y'.repeat(32))
  const environment = { KEYS_SOCKET: '/run/quad-keys/socket', KEYS_LOG: '/var/lib/quad-keys/openings.log' }
  const settings = { socket: environment.KEYS_SOCKET, log: environment.KEYS_LOG, openingsPerDay: 200 }
  const newest = 'y'.repeat(32)
  expect(readKeyProcessConfig({ ...environment, CREDENTIALS_DIRECTORY: folder })).toEqual({
    ...settings,
    secretKeys: [newest],
  })
  const more = { SECRET_KEY: newest, SECRET_KEY_OLD: 'z'.repeat(32), SEAL_OPENINGS_PER_DAY: '7' }
  expect(readKeyProcessConfig({ ...environment, ...more })).toEqual({
    ...settings,
    secretKeys: [newest, 'z'.repeat(32)],
    openingsPerDay: 7,
  })
  expect(() => readKeyProcessConfig({})).toThrow(/KEYS_SOCKET.*\nKEYS_LOG.*\nSECRET_KEY/)
  rmSync(folder, { recursive: true })
})

test('reads the keys of a bucket from files, and leaves variables to the AWS SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-bucket-'))
  const bucket = { ...real, ...key, STORAGE_URL: 's3://quad' }
  const variables = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ...bucket, ...variables }).storageKeys).toBeUndefined()
  writeFileSync(join(folder, 'AWS_SECRET_ACCESS_KEY'), 'from a file\n')
  const { AWS_ACCESS_KEY_ID } = variables
  const environment = { ...bucket, CREDENTIALS_DIRECTORY: folder }
  expect(readConfig({ ...environment, AWS_ACCESS_KEY_ID }).storageKeys).toEqual({
    accessKeyId: 'id',
    secretAccessKey: 'from a file',
  })
  expect(listConfigErrors(environment)).toEqual([
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together; one of them is missing.',
  ])
  rmSync(folder, { recursive: true })
})

test('reads each secret from the file that its variable names, else from the credentials of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-secrets-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), `${text}\n`)
    return join(folder, name)
  }
  const environment = {
    GOOGLE_CLIENT_ID: google.GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET_FILE: file('google', 'from a file'),
    SECRET_KEY_FILE: file('key', 'k'.repeat(32)),
    SMTP_URL_FILE: file('smtp', 'smtp://user:secret@mail.example.edu'),
    CREDENTIALS_DIRECTORY: folder,
  }
  file('METRICS_TOKEN', 't'.repeat(20))
  file('SECRET_KEY', 'c'.repeat(32))
  file('SECRET_KEY_OLD', '')
  const config = readConfig(environment)
  expect(config.google?.clientSecret).toBe('from a file')
  expect(config.secretKey).toBe('k'.repeat(32))
  expect(config.smtpUrl).toBe('smtp://user:secret@mail.example.edu')
  expect(config.metricsToken).toBe('t'.repeat(20))
  expect(config.olderKeys).toEqual([])
  expect(
    listConfigErrors({
      ...environment,
      SECRET_KEY: 's'.repeat(32),
      SMTP_URL_FILE: join(folder, 'missing'),
      METRICS_TOKEN_FILE: file('blank', ' '),
    }),
  ).toEqual([
    expect.stringMatching(/^SMTP_URL: the file .* can’t be read \(ENOENT\)\.$/),
    expect.stringMatching(/^METRICS_TOKEN: the file .* is empty\.$/),
    'SECRET_KEY and SECRET_KEY_FILE are both set; one of them is enough.',
  ])
  rmSync(folder, { recursive: true })
})

test('exports no traces unless an endpoint or an exporter is named', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
  for (const environment of [
    {},
    { OTEL_SERVICE_NAME: 'quad', OTEL_TRACES_SAMPLER: 'always_on' },
    { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
    { ...endpoint, OTEL_SDK_DISABLED: 'true' },
  ])
    expect(readConfig(environment).tracing).toBeUndefined()
  expect(readConfig({ OTEL_TRACES_EXPORTER: 'otlp' }).tracing?.url).toBe('http://localhost:4318/v1/traces')
  expect(readConfig(endpoint).tracing).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    timeoutMs: 10_000,
    compression: 'none',
    resource: { 'service.name': 'quad' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.02,
    delayMs: 5000,
    exportTimeoutMs: 30_000,
    maxQueuedSpans: 2048,
    maxBatchSpans: 512,
  })
})

test('reads the variables of OpenTelemetry, those for traces before the general ones', () => {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20general, tenant=north',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20traces',
    OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=trial',
    OTEL_SERVICE_NAME: 'campus',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  expect(tracing).toMatchObject({
    url: 'https://traces.example/otlp',
    headers: { authorization: 'Bearer traces', tenant: 'north' },
    timeoutMs: 2000,
    compression: 'gzip',
    resource: { 'service.name': 'campus', 'deployment.environment.name': 'trial' },
    sampler: 'traceidratio',
    ratio: 0.5,
  })
  expect(readConfig({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_TRACES_SAMPLER: 'traceidratio' }).tracing?.ratio).toBe(1)
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an address like http://localhost:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf: Quad sends traces in no other way'],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Bearer secret',
    'must be pairs like name=value, separated by commas, with percent-encoded values',
  ],
  [
    'OTEL_RESOURCE_ATTRIBUTES',
    'a=%',
    'must be pairs like name=value, separated by commas, with percent-encoded values',
  ],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp or none'],
  [
    'OTEL_TRACES_SAMPLER',
    'sometimes',
    'must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '10%', 'must be a number from 0 to 1'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0', 'must be a number above 0'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon', 'must be a number of milliseconds above 0'],
])('rejects %s=%s', (name, value, message) => {
  expect(listConfigErrors({ [name]: value })).toEqual([`${name} ${message}`])
})

test('reads every variable that has _FILE in .env.example from a file and from the credentials of systemd', () => {
  const example = readFileSync('.env.example', 'utf8')
  const [, list = ''] = /^# (DATABASE_URL[\s\S]+?) can stay out of the environment/m.exec(example) ?? []
  const names = list.match(/[A-Z][A-Z_]+/g) ?? []
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://quad:hidden@pooler/quad',
    DATABASE_DIRECT_URL: 'postgres://quad:hidden@db/quad',
    DATABASE_REPLICA_URL: 'postgres://quad:hidden@standby/quad',
    REDIS_URL: 'redis://:hidden@redis',
    SMTP_URL: 'smtp://quad:hidden@mail',
    AWS_ACCESS_KEY_ID: 'hidden-id',
    AWS_SECRET_ACCESS_KEY: 'hidden-secret',
    GOOGLE_CLIENT_SECRET: 'hidden-google',
    MICROSOFT_CLIENT_SECRET: 'hidden-microsoft',
    METRICS_TOKEN: 'hidden'.repeat(4),
    CELLS_SECRET: 'hidden-cells'.repeat(4),
    VAPID_PRIVATE_KEY: 'hidden'.padEnd(43, 'a'),
    SECRET_KEY: 'hidden'.repeat(8),
    SECRET_KEY_OLD: 'hidden-old'.repeat(4),
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden-general',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-traces=hidden-traces',
  }
  expect([...names].sort()).toEqual(Object.keys(values).sort())
  const folder = mkdtempSync(join(tmpdir(), 'quad-all-secrets-'))
  for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, name), `${value}\n`)
  const plain = {
    GOOGLE_CLIENT_ID: 'google',
    MICROSOFT_CLIENT_ID: 'microsoft',
    VAPID_PUBLIC_KEY: 'a'.repeat(87),
    OTEL_TRACES_EXPORTER: 'otlp',
    CELL: 'north',
    CELLS: 'north=http://10.0.0.1:3000',
  }
  const files = Object.fromEntries(names.map((name) => [`${name}_FILE`, join(folder, name)]))
  // The keys of a bucket are read from variables by the AWS SDK itself.
  const { storageKeys, ...rest } = readConfig({ ...plain, ...files })
  expect(storageKeys).toEqual({ accessKeyId: 'hidden-id', secretAccessKey: 'hidden-secret' })
  expect(rest).toEqual(readConfig({ ...plain, ...values }))
  expect(readConfig({ ...plain, CREDENTIALS_DIRECTORY: folder })).toEqual({ storageKeys, ...rest })
  rmSync(folder, { recursive: true })
})

test('reads the cells of a site, and names what is wrong with them', () => {
  const set = {
    CELL: 'north',
    CELLS: 'north=http://10.0.0.1:3000, south=https://south.example:8443',
    CELLS_SECRET: 'only for tests, long enough to be taken',
  }
  expect(readConfig({}).cells).toBeUndefined()
  const { cells } = readConfig(set)
  expect([cells?.own, ...(cells?.addresses ?? [])]).toEqual([
    'north',
    ['north', 'http://10.0.0.1:3000'],
    ['south', 'https://south.example:8443'],
  ])
  const problems = (change: Record<string, string>) => listConfigErrors({ ...set, ...change })
  expect(problems({ CELLS_SECRET: '' })).toEqual(['CELL, CELLS and CELLS_SECRET go together.'])
  expect(problems({ CELL: 'east' })).toEqual(['CELLS does not list east, which CELL names.'])
  expect(problems({ CELLS: 'north=http://a:1 north=http://b:1' })).toEqual(['CELLS lists a cell twice.'])
  for (const CELLS of ['north', 'north=10.0.0.1:3000', 'north=http://a:1/path', 'No=http://a:1'])
    expect(problems({ CELLS })).toEqual([expect.stringContaining('CELLS must be the cells with an address for each')])
})
