import { z } from 'zod'

/**
 * Who may make a request. `active`: signed in, account not blocked (the default). `authenticated`: signed in, blocked or not.
 * `pending_deletion`: as `active`, also for an account whose owner has deleted it. `admin`: admins of the school and of the site.
 * `public`: without signing in.
 */
export type Access = 'public' | 'authenticated' | 'pending_deletion' | 'active' | 'admin' | 'site_admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the product. The server's handler, the client's call and the API page are typed by it. */
export type Route = {
  readonly method: Method
  /** As the documents write it, with `:id` for `{id}`. A path without /api is served under /api too. */
  readonly path: string
  /** Further paths that answer the same. */
  readonly aliases?: readonly string[]
  readonly access?: Access
  /** The status of success: 201 for creates, else 200. */
  readonly status?: 200 | 201
  /** True for paths without /api that act even when a browser navigates to them, instead of showing the app. */
  readonly handlesNavigation?: boolean
  /** True for the few that take files as multipart/form-data; their handler reads them. */
  readonly multipart?: boolean
  /** True for calls that other programs make with a form which says nothing (RFC 8058). */
  readonly ignoresBody?: boolean
  /** Creates that count against a limit per person and day (`perDay` of the limiter). */
  readonly daily?: 'confession' | 'report' | 'post' | 'comment'
  /** `status`: the reply holds a secret and is not stored; a replay of its Idempotency-Key answers the status only. */
  readonly replay?: 'status'
  /**
   * True for calls that commit in several transactions of their own, so that what they record first stays when they fail
   * later. An Idempotency-Key is then claimed before the call instead of in one transaction with it.
   */
  readonly stepwise?: boolean
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Absent: the handler answers by itself (a redirect, a file). */
  readonly reply?: z.ZodType
}

/** Notes down one route with its exact types. */
export const route = <const R extends Route>(definition: R): R => definition

type Shape<R, K extends string> = R extends { readonly [key in K]: infer S extends z.ZodType } ? S : undefined
type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

export type Params<R extends Route> = Out<Shape<R, 'params'>>
export type Query<R extends Route> = Out<Shape<R, 'query'>>
export type Body<R extends Route> = Out<Shape<R, 'body'>>
export type Reply<R extends Route> = Out<Shape<R, 'reply'>>
/** What a caller gives: the same shapes before parsing; every part of a query string may be left out. */
export type RequestInput<R extends Route> = {
  params: In<Shape<R, 'params'>>
  query: Shape<R, 'query'> extends undefined ? undefined : Partial<In<Shape<R, 'query'>>>
  body: In<Shape<R, 'body'>>
}

/** `{success, message?, data}`, the wrapper of nearly every reply. */
export const envelope = <S extends z.ZodType>(data: S) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data })

/** `{success, message?}`, when there is nothing to show. */
export const emptyEnvelope = z.object({ success: z.literal(true), message: z.string().optional() })

/** An id of a path. Anything that is no id is answered like an id that nobody has. */
export const idParams = z.object({ id: z.guid() })

/** What shows nothing: blanks, what only steers, and fillers that are letters by name. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zs}\s\u2800]/gu
const length = (value: string) => [...value].length

/**
 * Text a person typed, trimmed. Lengths count code points. `required` is the message when the field is absent,
 * `empty` when it is blank, `long` when it exceeds `max`. Text that PostgreSQL can't store is refused.
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
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'This text holds characters that cannot be stored',
    )
    .refine(
      (value) => min === 0 || value.replace(invisible, '') !== '',
      rule.empty ?? rule.required ?? 'This cannot be empty',
    )
    .refine((value) => value.length <= max || length(value) <= max, rule.long ?? `This cannot exceed ${max} characters`)
    .refine((value) => min <= 1 || length(value) >= min, rule.short ?? `This needs at least ${min} characters`)
    .meta({ maxLength: max })
}

/** `page` and `limit` of a list: bad numbers fall back to the default, a limit above 200 is cut to 200. */
export const pageQuery = (limit: number) => ({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(limit)
    .transform((asked) => Math.min(asked, 200)),
})

/** A search term of a query string; blank means none. */
export const searchText = text({ max: 200, min: 0, long: 'A search cannot exceed 200 characters' }).optional()

/** One of the values, else the first. */
export const lenientEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).catch(values[0])

/** A web address, with https:// put before one that names no scheme. Only http and https, and no credentials. */
export const webUrl = (problem: string) =>
  text({ max: 200, min: 0 })
    .transform((address) => (address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`))
    .refine((address) => address === '' || isWebUrl(address), problem)

const isWebUrl = (address: string) =>
  /^https?:\/\/[^/\s\\][^\s\\]*$/i.test(address) &&
  z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).safeParse(address).success &&
  !address.includes('@')
