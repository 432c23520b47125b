import { expect, test } from 'vitest'
import { presignGet } from './presign.ts'

const example = {
  host: 'examplebucket.s3.amazonaws.com',
  path: '/test.txt',
  region: 'us-east-1',
  keys: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  at: new Date('2013-05-24T00:00:00Z'),
  lifetimeSeconds: 86_400,
}
const toSignature = (query: string) => new URLSearchParams(query).get('X-Amz-Signature')

test('signs the example of the documentation of S3', () => {
  const query = presignGet(example)
  expect(query).toBe(
    'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

test('another day, region, key, path or time has another signature', () => {
  const others = [
    { at: new Date('2013-05-25T00:00:00Z') },
    { region: 'eu-west-1' },
    { keys: { ...example.keys, secretAccessKey: 'another' } },
    { path: '/other.txt' },
    { lifetimeSeconds: 60 },
    { keys: { ...example.keys, sessionToken: 'a+b/c=' } },
  ]
  const signatures = [example, ...others].map((change) => toSignature(presignGet({ ...example, ...change })))
  expect(new Set(signatures).size).toBe(others.length + 1)
  expect(toSignature(presignGet(example)), 'the kept key is not used for others').toBe(signatures[0])
})
