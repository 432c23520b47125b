// What a cell says to another one about the site administrator who makes a request (decision 0190).
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '../auth/viewer.ts'
import { administratorHeader, findSender, isSame } from './calls.ts'
import type { CellsConfig } from './config.ts'

const Statement = z.object({
  id: z.guid(),
  school_id: z.guid(),
  name: z.string(),
  role: z.literal('site_admin'),
  request_id: z.guid(),
})

/** The request that a statement is about: it is valid for no other one. */
type Call = { readonly method: string; readonly url: string }

/** The header for one request of a site administrator. Our cell has authenticated them. */
export function writeStatement(
  { secret }: CellsConfig,
  { id, schoolId, name, role }: Viewer,
  asked: Call & { readonly requestId: string },
): string {
  const statement = { id, school_id: schoolId, name, role, request_id: asked.requestId }
  const text = Buffer.from(JSON.stringify(statement)).toString('base64url')
  return `${text}.${sign(secret, text, asked)}`
}

/** The site administrator that another cell vouches for; undefined for what comes from outside, whatever it claims. */
export function readStatement(request: FastifyRequest, cells: CellsConfig): Viewer | undefined {
  const { headers, method, url } = request
  const header = headers[administratorHeader]
  if (typeof header !== 'string') return undefined
  const sender = findSender(headers, cells)
  if (!sender || sender.cell === cells.own) return undefined
  const [text = '', signature = ''] = header.split('.')
  if (!isSame(signature, sign(cells.secret, text, { method, url }))) return undefined
  const statement = Statement.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (!statement.success) return undefined
  const { request_id: requestId, school_id: schoolId, ...person } = statement.data
  const sessionId = requestId // of no session
  return { ...person, schoolId, canManageAds: true, sessionId, vouched: { cell: sender.cell, requestId } }
}

const sign = (secret: string, text: string, { method, url }: Call) =>
  createHmac('sha256', secret).update(`administrator\n${method} ${url}\n${text}`).digest('base64url')
