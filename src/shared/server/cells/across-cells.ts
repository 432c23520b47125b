// Replies to site administrators for the schools of all cells (decision 0190).
import type { FastifyReply } from 'fastify'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import type { AcrossCells, ListAcrossCells } from '../../contract.ts'
import { withUserTransaction } from '../auth/moderation-status.ts'
import { HttpError, notFound, toHttpError, unavailable } from '../http/errors.ts'
import type { App } from '../services.ts'
import { copyHeaders } from './calls.ts'
import { findPlaces, type ListReply, mergeLists, widen } from './merge-lists.ts'
import { type CellReply, readReply, type SiteRequest, type SiteRequests } from './site-requests.ts'

type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** Of one route, whose handler knows their type. */
export type MergeReplies = (first: object, next: object) => object

/** A route, while it replies to a site administrator. */
type Answering = {
  readonly across: Exclude<AcrossCells, 'never'>
  readonly asked: SiteRequest
  readonly input: Input
  readonly reply: FastifyReply
  /** Replies for the schools of this cell. */
  readonly answerHere: () => Promise<unknown>
  /** The reply of the handler, which is a read, for this query. */
  readonly read: (query: unknown) => Promise<object>
  /** Whether the contract describes the reply. */
  readonly isJson: boolean
  /** The reply as JSON. */
  readonly write: (body: object) => string
  readonly merge: MergeReplies | undefined
  /** Runs a write at most once for its Idempotency-Key. */
  readonly once: (create: () => Promise<CellReply>) => Promise<CellReply>
}

/** What cells send each other of a list, or of a reply to merge. */
const Part = z.object({
  reply: z.record(z.string(), z.unknown()),
  order: z
    .object({
      places: z.array(z.array(z.union([z.string(), z.number()]))),
      order: z.enum(['ascending', 'descending', 'names']).optional(),
    })
    .nullable(),
})

/**
 * Replies to a site administrator: lists join the rows of all cells, and what is about one row or school is done by the cell that has it.
 * For one of another cell, `answering.asked.viewer.vouched`, by this cell only.
 */
export async function answerAcrossCells(app: App, sites: SiteRequests, answering: Answering): Promise<unknown> {
  const { across, asked, input, answerHere } = answering
  const isOfAll = across === 'merged' || typeof across === 'object'
  if (asked.viewer.vouched) return isOfAll ? sendPart(answering) : answerHere()
  const school = findSchool(across, input)
  const cell = school === undefined ? undefined : await sites.findCell(school)
  if (cell === sites.own) return answerHere()
  if (isOfAll) return sendMerged(sites, answering, cell)
  if (cell) return sendForeign(app, answering, () => sites.send(cell, asked))
  try {
    return await answerHere()
  } catch (problem) {
    if (!isNotFound(problem)) throw problem
    return sendForeign(app, answering, async () => {
      const found = await sites.findReply(asked)
      if (!found) throw problem
      return found
    })
  }
}

/** For what is done in the own cell only: says so, instead of that there is no such row. */
export function throwElsewhere(problem: unknown): never {
  throw isNotFound(problem) ? notFound(onlyThere) : problem
}
const onlyThere =
  'This isn’t in your cell. If its school is in another cell, an administrator with an account there has to do it.'

const isNotFound = (problem: unknown) => (problem instanceof HttpError ? problem : toHttpError(problem))?.status === 404

/** The school that a request names. */
function findSchool(across: AcrossCells, { params, query, body }: Input): string | undefined {
  const [id] = [
    across === 'school' ? (params as { readonly id: string }).id : undefined,
    ...[query, body].map((part) => (part as { readonly school_id?: string } | undefined)?.school_id),
  ].filter((named) => named !== undefined)
  return id
}

const isList = (across: AcrossCells): across is ListAcrossCells => typeof across === 'object'

const readWidely = ({ across, input: { query }, read }: Answering) => read(isList(across) ? widen(query) : query)

/** For another cell: the reply, and the order of its rows. */
async function sendPart(answering: Answering) {
  const body = await readWidely(answering)
  const order = JSON.stringify(findPlaces(body) ?? null)
  const text = `{"reply":${answering.write(body)},"order":${order}}`
  return answering.reply.type(jsonType).send(text)
}

/** Of all cells, or of one other cell. */
async function sendMerged(sites: SiteRequests, answering: Answering, cell: string | undefined) {
  const { across, asked, input, reply, write, merge } = answering
  const [own, { replies: parts, silent }] = await Promise.all([
    cell ? undefined : readWidely(answering),
    sites.askAll(asked, async (body) => Part.parse(await body.json()), cell ? [cell] : undefined),
  ])
  if (cell && silent.length > 0) throw unavailable()
  const lists: readonly ListReply[] = [...(own ? [{ reply: own, order: findPlaces(own) ?? null }] : []), ...parts]
  const joined = isList(across)
    ? mergeLists(across, input.query as object, lists)
    : lists.map((list) => list.reply).reduce((first, next) => merge?.(first, next) ?? first)
  const incomplete = silent.length > 0 ? { incomplete: silent } : {}
  return reply.type(jsonType).send(write({ ...joined, ...incomplete }))
}

const jsonType = 'application/json; charset=utf-8'

/** Passes on the reply of another cell. While it writes, no ban of the administrator commits, as for a write of this cell. */
async function sendForeign(
  app: App,
  { asked, reply, isJson, once }: Answering,
  ask: () => Promise<Dispatcher.ResponseData>,
) {
  const isRead = ['GET', 'HEAD'].includes(asked.request.method)
  if (isRead && !isJson) return passOn(reply, await ask())
  const create = async () => readReply(await ask())
  let written: Promise<CellReply> | undefined // a transaction may be tried again; the request must not
  const write = () =>
    withUserTransaction(app.db, asked.viewer, () => {
      written ??= create()
      return written
    })
  const { status, text } = await (isRead ? create() : once(write))
  return reply.code(status).type(jsonType).send(text)
}

/** A file. */
async function passOn(reply: FastifyReply, { statusCode, headers, body }: Dispatcher.ResponseData) {
  if (statusCode >= 400) await readReply({ statusCode, body } as Dispatcher.ResponseData) // throws
  copyHeaders(headers, reply)
  return reply.code(statusCode).send(body)
}
