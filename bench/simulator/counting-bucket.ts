import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'

export type BucketTraffic = { readonly requests: number; readonly receivedBytes: number; readonly sentBytes: number }

/** An object store from npm in this process, which counts its requests and the bytes of their bodies. For measurements only. */
export async function startCountingBucket(directory: string) {
  const store = new S3rver({
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'quad', configs: [] }],
  })
  await store.configureBuckets()
  const answer = store.callback()
  const traffic = { requests: 0, receivedBytes: 0, sentBytes: 0 }
  const server = createServer((request, response) => {
    traffic.requests++
    traffic.receivedBytes += Number(request.headers['content-length'] ?? 0)
    response.once('finish', () => {
      const length = Number(response.getHeader('content-length') ?? 0)
      if (request.method !== 'HEAD') traffic.sentBytes += length
    })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `s3://quad?endpoint=${encodeURIComponent(endpoint)}`,
    traffic: (): BucketTraffic => ({ ...traffic }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
