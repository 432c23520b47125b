/** The part of s3rver that the tests and measurements use; the package has no types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      port?: number
      address?: string
      silent: boolean
      directory: string
      allowMismatchedSignatures?: boolean
      configureBuckets: readonly { name: string; configs: readonly string[] }[]
    })
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
    configureBuckets(): Promise<unknown>
    callback(): import('node:http').RequestListener
  }
}
