import { z } from 'zod'
import type { GrantName } from './grants.ts'
import { maxSearchLength } from './limits.ts'

/**
 * Who may call a route. `active`: signed in, account not blocked (the default). `authenticated`: signed in, blocked or
 * not. `pending_deletion`: as `active`, and also a user who has deleted their account. `admin`: school and site admins.
 * `custodian`: as `admin`, and also the custodian of a school. `public`: also signed-out clients.
 */
export type Access = 'public' | 'authenticated' | 'pending_deletion' | 'active' | 'custodian' | 'admin' | 'site_admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Where a request names its school: its session, a parameter of its path, or the `state` of a sign-in, which names a cell. `none`: every
 * cell can answer it.
 */
export type SchoolSource = 'session' | 'state' | 'none' | { readonly param: string }

/**
 * How a request of a site administrator reaches the schools of other cells (decision 0190). `row`: the first cell that does not reply 404.
 * `school`: the cell of the school that the path names. `merged`: the handler joins the replies of all cells. A list: their rows in one
 * order. `never`: only the own cell. A `school_id` in the query or the body always names the cell.
 */
export type AcrossCells = 'row' | 'school' | 'merged' | 'never' | ListAcrossCells

/** Where the reply has the rows, and what counts them. */
export type ListAcrossCells = { readonly rows: string; readonly totals?: string; readonly maxRows?: number }

/** One API route. Types the server's handler, the web client's call and the API page. */
export type Route = {
  readonly method: Method
  /** As in the API documentation, with `:id` for `{id}`. A path without /api is also served under /api. */
  readonly path: string
  /** Further paths with the same handler. */
  readonly aliases?: readonly string[]
  readonly access?: Access
  /** With access `admin`: students with one of these grants may call it, too. */
  readonly grants?: readonly GrantName[]
  /** The status of success: 201 for creates, 202 for what waits for another person, else 200. */
  readonly status?: 200 | 201 | 202
  /** True for calls that answer 202 instead while they wait for another person (`accepted` in serve.ts). */
  readonly mayWait?: true
  /**
   * True for paths without /api that run the handler even when a browser navigates to them, instead of showing the app.
   */
  readonly handlesNavigation?: boolean
  /** By default the session. */
  readonly schoolFrom?: SchoolSource
  /** True for routes that take files as multipart/form-data; their handler parses the body. */
  readonly multipart?: boolean
  /** True for routes that other programs call with a form body that carries no information (RFC 8058). */
  readonly ignoresBody?: boolean
  /** Creates that count against a daily limit per user (`perDay` in rate-limits.ts). */
  readonly daily?: 'confession' | 'report' | 'post' | 'comment'
  /** `status`: the reply holds a secret and is not stored; a replay of its Idempotency-Key returns only the status. */
  readonly replay?: 'status'
  /**
   * A write runs in one transaction, opened and guarded by `serve`. False for writes that open their own, so that
   * earlier ones stay when a later one fails, and for calls that write nothing. Their Idempotency-Key is claimed before
   * the call, not in the same transaction.
   */
  readonly transaction?: false
  /** `row` for routes of administrators; other routes have none by default. */
  readonly acrossCells?: AcrossCells
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Absent: the handler sends the reply itself (a redirect, a file). */
  readonly reply?: z.ZodType
  /** What error replies carry besides `ErrorReply`, by status. */
  readonly errors?: Readonly<Partial<Record<ErrorStatus, z.ZodObject>>>
}
type ErrorStatus = 400 | 403 | 404 | 409 | 422

/** How a request for a route reaches other cells; undefined where it never does. */
export const findAcrossCells = ({
  access = 'active',
  acrossCells,
}: Route): Exclude<AcrossCells, 'never'> | undefined => {
  const isForAdministrators = ['admin', 'custodian', 'site_admin'].includes(access)
  const declared = acrossCells ?? (isForAdministrators ? 'row' : 'never')
  return declared === 'never' ? undefined : declared
}

/** Declares a route and keeps its exact types. */
export const route = <const R extends Route>(definition: R): R => definition

type Shape<R, K extends string> = R extends { readonly [key in K]: infer S extends z.ZodType } ? S : undefined
type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

export type Params<R extends Route> = Out<Shape<R, 'params'>>
export type Query<R extends Route> = Out<Shape<R, 'query'>>
export type Body<R extends Route> = Out<Shape<R, 'body'>>
export type Reply<R extends Route> = Out<Shape<R, 'reply'>>
/** What error replies of the route carry with this status. */
export type ErrorData<R extends Route, S extends keyof R['errors']> = Out<R['errors'][S]>
/** What a caller passes: the shapes before parsing. Every query parameter may be omitted. */
export type RequestInput<R extends Route> = {
  params: In<Shape<R, 'params'>>
  query: Shape<R, 'query'> extends undefined ? undefined : Partial<In<Shape<R, 'query'>>>
  body: In<Shape<R, 'body'>>
}

/** `{success, message?, data}`, the wrapper of nearly every reply. */
export const envelope = <S extends z.ZodType>(data: S) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data })

/** The same for a reply of all cells: the names of those that did not reply, when there are any. */
export const siteEnvelope = <S extends z.ZodType>(data: S) =>
  envelope(data).extend({ incomplete: z.array(z.string()).optional() })

/** `{success, message?}`, for replies without data. */
export const emptyEnvelope = z.object({ success: z.literal(true), message: z.string().optional() })

/** The body of every error reply. */
export const ErrorReply = z.object({
  success: z.literal(false),
  /** For the user. */
  error: z.string(),
  /** For programs. */
  code: z.string(),
  /** Finds the request in the server's log. */
  request_id: z.string(),
  /** Messages by field, when single fields are invalid. */
  fields: z.record(z.string(), z.string()).optional(),
  /** More about what was wrong. */
  details: z.string().optional(),
  /** Seconds until it makes sense to try again. */
  retry_after: z.int().optional(),
  /** The item is the viewer's own and not published yet. */
  pending: z.literal(true).optional(),
  /** `muted_anonymous`: until when the viewer cannot write anonymously, and the decision about it. */
  muted_until: z.int().optional(),
  decision_id: z.guid().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** The body for users who are banned (403), suspended (423), or have deleted their account (403). */
export const BlockedReply = ErrorReply.extend({
  isBlocked: z.literal(true),
  blockReason: z.enum(['banned', 'suspended', 'deleted']),
  message: z.string(),
  suspendedUntil: z.int().nullable(),
  /** Until when a deleted account can be restored. */
  restoreUntil: z.int().nullable().optional(),
})
export type BlockedReply = z.infer<typeof BlockedReply>

/** An id in a path. A malformed id gets the same reply as an unknown one. */
export const idParams = z.object({ id: z.guid() })

/** Invisible characters: white space, format controls, and fillers that Unicode classifies as letters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zs}\s\u2800]/gu
const length = (value: string) => [...value].length

/**
 * Trimmed text input. Lengths count code points. `required` is the message when the field is absent, `empty` when it is
 * blank, `long` when it exceeds `max`. Rejects text that PostgreSQL cannot store.
 */
export function text(rule: {
  max: number
  min?: number
  required?: string
  empty?: string
  short?: string
  long?: string
}) {
  const { max, min = 1 } = rule
  return z
    .string({ error: rule.required })
    .trim()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'This text contains characters we can’t save')
    .refine(
      (value) => min === 0 || value.replace(invisible, '') !== '',
      rule.empty ?? rule.required ?? 'This can’t be empty',
    )
    .refine(
      (value) => value.length <= max || length(value) <= max,
      rule.long ?? `Keep this within ${max.toLocaleString('en')} characters`,
    )
    .refine((value) => min <= 1 || length(value) >= min, rule.short ?? `Write at least ${min} characters`)
    .meta({ maxLength: max })
}

/** `page` and `limit` of a list: invalid numbers fall back to the default, a limit above 200 is reduced to 200. */
export const pageQuery = (limit: number) => ({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(limit)
    .transform((asked) => Math.min(asked, 200)),
})

/** Where a reply is in a list that is paged by number. */
export const pagination = z.object({ page: z.int(), limit: z.int(), hasMore: z.boolean() })

/** The same for a list with positions: `cursor` starts the next page, stable while new items arrive. */
export const cursorPagination = z.object({ limit: z.int(), hasMore: z.boolean(), cursor: z.string().nullable() })

/** A position in a list, encoded by the server. An invalid cursor starts at the top. */
export const cursorQuery = z.string().max(200).optional().catch(undefined)

/** A search term of a query string; blank means none. */
export const searchText = text({
  max: maxSearchLength,
  min: 0,
  long: `Keep your search within ${maxSearchLength} characters`,
}).optional()

/** One of the values; anything else becomes the first value. */
export const lenientEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).catch(values[0])

/** A web URL; https:// is prepended when the scheme is missing. Accepts only http and https, and no credentials. */
export const webUrl = (problem: string) =>
  text({ max: 200, min: 0 })
    .transform((address) =>
      address === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`,
    )
    .refine((address) => address === '' || isWebUrl(address), problem)

const isWebUrl = (address: string) =>
  /^https?:\/\/[^/\s\\][^\s\\]*$/i.test(address) &&
  z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).safeParse(address).success &&
  !address.includes('@')
