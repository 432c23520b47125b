import sharp from 'sharp'
import type { Call } from '../calls.ts'
import type { RequestParts } from './load.ts'

export type CallKind = 'read' | 'write' | 'search' | 'file' | 'upload'

/** A call whose costs are measured, and which visits of students consist of. */
export type CampusCall = {
  readonly name: string
  readonly kind: CallKind
  /** Request number `at`. */
  readonly shot: (at: number) => RequestParts
  /** Pages and files of the client are the same for all users, and need no statement. */
  readonly isStatic?: true
}

/** Names in `calls.ts`, by kind. */
const known: Readonly<Record<string, CallKind>> = {
  feed: 'read',
  'a post with 20 comments': 'read',
  conversations: 'read',
  'page of messages': 'read',
  events: 'read',
  listings: 'read',
  questions: 'read',
  confessions: 'read',
  professors: 'read',
  groups: 'read',
  notifications: 'read',
  'the bell': 'read',
  'the badge': 'read',
  'picture of a post': 'file',
  search: 'search',
  'directory, searched': 'search',
  'write a post': 'write',
  'write a comment': 'write',
  'like on and off': 'write',
  'send a message': 'write',
  'RSVP on and off': 'write',
  'vote on an answer': 'write',
}

/** The measured calls, and some that only the simulator needs. */
export async function buildCampusCalls(calls: readonly Call[]): Promise<CampusCall[]> {
  const find = (name: string) => {
    const call = calls.find((each) => each.name === name)
    if (!call) throw new Error(`The call “${name}” is missing.`)
    return call
  }
  const { shot: askBySession } = find('nothing but a session')
  const get =
    (path: string) =>
    (at: number): RequestParts => ({ ...askBySession(at), path })
  const form = buildForm(await drawPhoto())
  return [
    { name: 'the page', kind: 'file', isStatic: true, shot: get('/dashboard') },
    { name: 'me', kind: 'read', shot: get('/api/me') },
    ...Object.entries(known).map(([name, kind]) => ({ name, kind, shot: find(name).shot })),
    {
      name: 'upload a picture',
      kind: 'upload',
      shot: (at) => ({ ...askBySession(at), method: 'POST', path: '/upload', ...form }),
    },
  ]
}

/** As a phone's photograph arrives after the page has reduced it: soft noise compresses about as well. */
async function drawPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#888', noise } })
    .resize({ width: 1600 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

function buildForm(photo: Buffer) {
  const boundary = 'quad-simulator-boundary'
  const part = (headers: string) => Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`)
  const body = Buffer.concat([
    part('name="type"'),
    Buffer.from('post\r\n'),
    part('name="file"; filename="photo.jpg"\r\ncontent-type: image/jpeg'),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}
