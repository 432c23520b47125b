import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  pageQuery,
  pagination,
  route,
  siteEnvelope,
  text,
} from '../../shared/contract.ts'

/** Limits that the form and the server share, in characters. */
export const noticeLimits = { link: 2000, text: 1500, law: 300, signature: 100, email: 254 }

/** The person concerned: who writes, or someone for whose rights they write. */
export const noticeConcerns = ['self', 'other'] as const
/** What is wrong: an intimate image without consent, personal data, or another rule or law. */
export const noticeGrounds = ['intimate', 'personal', 'law'] as const

/** A confirmed notice is received until a moderator opens its case, and closed with it. */
export const noticeStates = ['unconfirmed', 'received', 'in review', 'closed'] as const
const NoticeState = z.enum(noticeStates)
export type NoticeState = z.infer<typeof NoticeState>

export const missingItem = 'Paste a link to the item, or describe where it is'

const NoticeInput = z
  .object({
    concerns: z.enum(noticeConcerns, 'Choose who is concerned'),
    ground: z.enum(noticeGrounds, 'Choose what is wrong'),
    link: text({ max: noticeLimits.link, min: 0 }).default(''),
    text: text({ max: noticeLimits.text, min: 0 }).default(''),
    /** The rule or law. */
    law: text({ max: noticeLimits.law, min: 0 }).default(''),
    /** The typed name. */
    signature: text({ max: noticeLimits.signature, required: 'Type your full name as your signature' }),
    good_faith: z.literal(true, 'Confirm that what you write is true'),
    email: z
      .string('Enter your email address')
      .trim()
      .toLowerCase()
      .max(noticeLimits.email, 'Enter a shorter email address')
      .pipe(z.email('Enter your email address')),
  })
  .refine(({ link, text }) => link !== '' || text !== '', { path: ['link'], error: missingItem })
export type NoticeInput = z.output<typeof NoticeInput>

/** A confirmed notice, as site administrators read it. Times in seconds. */
const Notice = z.object({
  id: z.guid(),
  receipt: z.string(),
  concerns: z.enum(noticeConcerns),
  ground: z.enum(noticeGrounds),
  link: z.string(),
  text: z.string(),
  law: z.string(),
  signature: z.string(),
  email: z.string(),
  confirmed_at: z.int(),
  closed_at: z.int().nullable(),
  state: NoticeState,
  /** The school whose moderators handle it, and the report in their list. Null when its link leads to no item. */
  school: z.string().nullable(),
  report_id: z.guid().nullable(),
})
export type Notice = z.infer<typeof Notice>

/** Secret of the link in the mail: 32 bytes. */
const token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

export const notices = {
  /** Answers alike, and in the same time, whether or not the item exists: nothing is looked up before the confirmation. */
  create: route({
    method: 'POST',
    path: '/api/notices',
    access: 'public',
    transaction: false,
    status: 202,
    body: NoticeInput,
    reply: emptyEnvelope,
  }),
  /** Idempotent. 410 after 24 hours. */
  confirm: route({
    method: 'POST',
    path: '/api/notices/:token/confirm',
    access: 'public',
    transaction: false,
    params: token,
    reply: envelope(z.object({ receipt: z.string() })),
  }),
  show: route({
    method: 'GET',
    path: '/api/notices/:token',
    access: 'public',
    params: token,
    reply: envelope(z.object({ state: NoticeState, receipt: z.string().nullable() })),
  }),
  list: route({
    method: 'GET',
    path: '/admin/notices',
    access: 'site_admin',
    query: z.object({ ...pageQuery(50), state: z.enum(['open', 'closed']).catch('open') }),
    acrossCells: { rows: 'data', totals: 'pagination' },
    reply: siteEnvelope(z.array(Notice)).extend({ pagination }),
  }),
  /** Closes a notice that became no report. 409 for others, which close with their report. */
  close: route({
    method: 'POST',
    path: '/admin/notices/:id/close',
    access: 'site_admin',
    params: idParams,
    reply: emptyEnvelope,
  }),
}
