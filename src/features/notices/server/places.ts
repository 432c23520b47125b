// Where a notice is. With several cells it is first in the cell that took it. Its confirmation moves it to the cell of the item that its link
// leads to. The link in the mail names no cell: each server asks the others for a notice that it does not have.
import { z } from 'zod'
import { HttpError, notFound } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { noticeConcerns, noticeGrounds, noticeStates } from '../contract.ts'
import { confirmNotice, deleteNotice, takeNotice, type UnconfirmedNotice } from './actions.ts'
import { findState, type SeenNotice } from './queries.ts'

const paths = {
  show: '/internal/cell/notices/show',
  confirm: '/internal/cell/notices/confirm',
  take: '/internal/cell/notices/take',
} as const

const Token = z.object({ token: z.string() })
const ShowReply = z.object({
  notice: z.object({ state: z.enum(noticeStates), receipt: z.string().nullable() }).optional(),
})
const Confirmed = z.union([z.object({ receipt: z.string() }), z.literal('too late')])
type Confirmed = z.output<typeof Confirmed>
const ConfirmReply = z.object({ result: Confirmed.optional() })
const TakeReply = z.object({ isTaken: z.boolean() })

/** Between cells, as JSON. */
const SentNotice = z.object({
  id: z.guid(),
  token_hash: z.base64().transform((text) => Buffer.from(text, 'base64')),
  receipt: z.string(),
  concerns: z.enum(noticeConcerns),
  ground: z.enum(noticeGrounds),
  link: z.string(),
  text: z.string(),
  law: z.string(),
  signature: z.string(),
  email: z.string(),
  created_at: z.coerce.date(),
})

export function openNoticePlaces(app: App, kinds: readonly ContentType[]) {
  const { db, cells } = app

  const offer = (notice: UnconfirmedNotice) =>
    cells?.findElsewhere(paths.take, { ...notice, token_hash: notice.token_hash.toString('base64') }, (reply) =>
      TakeReply.parse(reply).isTaken ? true : undefined,
    )

  /** Undefined when the notice is not here. */
  const confirmHere = async (token: string): Promise<Confirmed | undefined> => {
    const first = await confirmNotice(app, kinds, token, { isLast: !cells })
    if (first === undefined || first === 'too late' || 'receipt' in first) return first
    const { id, receipt } = first.unplaced
    if (await offer(first.unplaced)) await deleteNotice(db, id)
    else await confirmNotice(app, kinds, token, { isLast: true })
    return { receipt }
  }

  cells?.receive(paths.show, async (body) => ({ notice: await findState(db, Token.parse(body).token) }))
  cells?.receive(paths.confirm, async (body) => ({ result: await confirmHere(Token.parse(body).token) }))
  cells?.receive(paths.take, async (body) => ({ isTaken: await takeNotice(app, kinds, SentNotice.parse(body)) }))

  return {
    /** Throws 404 for an unknown token, and for one that was not confirmed within 24 hours. */
    async show(token: string): Promise<SeenNotice> {
      const seen =
        (await findState(db, token)) ??
        (await cells?.findElsewhere(paths.show, { token }, (reply) => ShowReply.parse(reply).notice))
      if (!seen) throw notFound('This link has expired.')
      return seen
    },
    /** Confirms a notice and returns its receipt number. Idempotent. Throws 404 for an unknown token, 410 after 24 hours. */
    async confirm(token: string): Promise<string> {
      const result =
        (await confirmHere(token)) ??
        (await cells?.findElsewhere(paths.confirm, { token }, (reply) => ConfirmReply.parse(reply).result))
      if (!result) throw notFound('This link has expired.')
      if (result === 'too late')
        throw new HttpError(410, 'gone', 'This link has expired. Please send the notice again.')
      return result.receipt
    },
  }
}
