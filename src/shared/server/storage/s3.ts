import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { unavailable } from '../http/errors.ts'
import { traceStep } from '../tracing/trace.ts'
import { presignGet } from './presign.ts'
import { type ByteRange, parseStorageKey, type Storage, storageKey } from './storage.ts'
import { openTempFolder } from './temp-folders.ts'

/** Milliseconds to connect, and without a response. */
const connectionTimeout = 5000
const requestTimeout = 30_000
const tries = 3
/** The proxy fetches immediately. The rest is for clocks that differ. */
const presignedSeconds = 60
const atOnce = 16
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Storage in a bucket: `s3://BUCKET/PREFIX?endpoint=https://…&region=…&path_style=1`. Everything else, such as
 * credentials without `keys`, comes from the sources of the AWS SDK: AWS_ACCESS_KEY_ID and the like, or the machine's role.
 */
export function openS3(
  address: string,
  dataDir: string,
  keys?: { readonly accessKeyId: string; readonly secretAccessKey: string },
): Storage & { check(): Promise<void> } {
  const url = new URL(address)
  const Bucket = url.hostname
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  const root = prefix === '' ? '' : `${prefix}/`
  const endpoint = url.searchParams.get('endpoint') ?? process.env.AWS_ENDPOINT_URL_S3
  const pathStyle = url.searchParams.get('path_style')
  const isPathStyle = pathStyle === null ? Boolean(endpoint) : pathStyle === '1'
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    ...(endpoint ? { endpoint } : {}),
    ...(keys ? { credentials: keys } : {}),
    forcePathStyle: isPathStyle,
    maxAttempts: tries,
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    // Not every S3-compatible server understands checksums beyond those of the protocol.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: quiet, // errors are thrown
  })
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (call) => {
        const operation = commandName.replace(/Command$/, '')
        const attributes = { 'rpc.system.name': 'aws-api', 'rpc.method': `S3/${operation}` }
        return traceStep({ name: `S3 ${operation}`, attributes }, () => next(call))
      },
    { step: 'initialize' }, // before the attempts, which are one step
  )

  const get = async (Key: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.from}-${range.to}`
    const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
    return { body: Body as Readable, size: ContentLength }
  }
  const part = async function* (Key: string, range: ByteRange) {
    yield* (await get(Key, range)).body
  }
  const remove = async (Key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(fail)
  }
  const listKeys = async function* () {
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: root }))
      yield (page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key] : []))
  }

  const put: Storage['put'] = async (file, source) => {
    const Key = root + storageKey(file)
    if (typeof source !== 'string') {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: source })).catch(fail)
      return
    }
    const { size: ContentLength } = await stat(source)
    for (let tried = 1; ; tried++) {
      const Body = createReadStream(source) // a new stream per attempt; the SDK cannot rewind one
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }))
        break
      } catch (error) {
        if (tried === tries) fail(error)
      } finally {
        Body.destroy()
      }
    }
    await rm(source)
  }

  return {
    put,
    putMany: (work) => work(put),
    async renew(file) {
      const Key = root + storageKey(file)
      const CopySource = `${Bucket}/${encodeURIComponent(Key)}`
      await client
        .send(new CopyObjectCommand({ Bucket, Key, CopySource, MetadataDirective: 'REPLACE' })) // S3 rejects a copy onto itself that changes nothing
        .catch(unlessMissing)
    },
    async open(file) {
      const Key = root + storageKey(file)
      const whole = await get(Key).catch(unlessMissing) // most files are read completely: one request
      if (!whole) return undefined
      const { body, size } = whole
      body.on('error', () => {}) // the connection may break before the stream is read; a reader gets the error itself
      return {
        size,
        stream(range) {
          if (!range || (range.from === 0 && range.to === size - 1)) return body
          body.destroy()
          return Readable.from(part(Key, range), { objectMode: false })
        },
        close: async () => void body.destroy(),
      }
    },
    async toProxyPath(file) {
      const [region, keys] = await Promise.all([client.config.region(), client.config.credentials()]).catch(fail)
      const address = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
      const host = isPathStyle ? address.host : `${Bucket}.${address.host}`
      const key = `${root}${storageKey(file)}`
      const path = `/${(isPathStyle ? `${Bucket}/${key}` : key).split('/').map(encodeURIComponent).join('/')}`
      const query = presignGet({ host, path, region, keys, at: new Date(), lifetimeSeconds: presignedSeconds })
      return `/stored-objects${path}?${query}`
    },
    remove: (file) => remove(root + storageKey(file)),
    async *list() {
      for await (const some of listKeys()) {
        for (const key of some) {
          const file = parseStorageKey(key.slice(root.length))
          if (file) yield file
        }
      }
    },
    withTempFolder: openTempFolder(dataDir),
    async clear() {
      for await (const some of listKeys()) {
        for (let done = 0; done < some.length; done += atOnce)
          await Promise.all(some.slice(done, done + atOnce).map(remove))
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
  }
}

function fail(error: unknown): never {
  throw unavailable(error)
}

function unlessMissing(error: { name?: string; $metadata?: { httpStatusCode?: number } }): undefined {
  if (error.name !== 'NoSuchKey' && error.name !== 'NotFound') throw unavailable(error)
}
