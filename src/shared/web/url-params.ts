/**
 * A value in the query string. `kind` says what it does there:
 *
 * - `filter` narrows the list; `text` is a filter that is typed
 * - `setting` does not narrow the list, but is cleared with the filters
 * - `view` selects what is shown and stays when the filters are cleared
 * - `item` is what is open above the list
 */
export type UrlParam<V> = {
  readonly kind: Kind
  /** Unless the name in the table is the one in the URL. */
  readonly name?: string
  /** The value of an absent parameter. It is not written. */
  readonly empty: V
  /** Unknown text gives `empty`. */
  parse(text: string): V
  format(value: V): string
}
type Kind = 'filter' | 'text' | 'setting' | 'view' | 'item'

export type UrlParams = Readonly<Record<string, UrlParam<unknown>>>
export type UrlValues<P extends UrlParams> = {
  readonly [K in keyof P]: P[K] extends UrlParam<infer V> ? V : never
}

/** One of these values. Any other value counts as `empty`. */
export const choiceParam = <const V extends string, const E extends V | ''>(
  values: readonly V[],
  empty: E,
  kind: 'filter' | 'setting' | 'view' = 'filter',
): UrlParam<V | E> => ({
  kind,
  empty,
  parse: (text) => values.find((value) => value === text) ?? empty,
  format: (value) => value,
})

/** One of the tabs of a page; the first one by default. */
export const tabParam = <N extends string>(tabs: readonly [{ readonly name: N }, ...{ readonly name: N }[]]) =>
  choiceParam(
    tabs.map(({ name }) => name),
    tabs[0].name,
    'view',
  )

const anyText = { empty: '', parse: (text: string) => text, format: (value: string) => value }

/** What the user types into a search field. */
export const textParam: UrlParam<string> = { kind: 'text', ...anyText }

/** One of values that only the server knows, for example an id. */
export const valueParam = (kind: 'filter' | 'view' = 'filter'): UrlParam<string> => ({ kind, ...anyText })

/** A price that the user types. */
export const amountParam: UrlParam<string> = {
  ...textParam,
  parse: (text) => (/^\d{1,9}(\.\d{1,2})?$/.test(text) ? text : ''),
}

/** Whether a parameter has this text. */
export const flagParam = ({ kind = 'filter', name, text = 'true' }: Flag = {}): UrlParam<boolean> => ({
  kind,
  ...(name ? { name } : {}),
  empty: false,
  parse: (given) => given === text,
  format: (value) => (value ? text : ''),
})
type Flag = { kind?: 'filter' | 'view'; name?: string; text?: string }

/** The id of the open item. */
export const itemParam: UrlParam<string | undefined> = {
  kind: 'item',
  empty: undefined,
  parse: (text) => text || undefined,
  format: (value) => value ?? '',
}

/** The page of a list, from 1. Every change of another parameter resets it. */
export const pageParam: UrlParam<number> = {
  kind: 'view',
  empty: 1,
  parse: (text) => Math.max(1, Number.parseInt(text, 10) || 1),
  format: String,
}

/** The values in a query string. */
export function parseParams<P extends UrlParams>(params: P, search: string): UrlValues<P> {
  const from = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(params).map(([key, param]) => {
      const text = from.get(param.name ?? key)
      return [key, text === null ? param.empty : param.parse(text)]
    }),
  ) as UrlValues<P>
}

/** A query string with some values changed. It keeps the others, and parameters that are not in the table. */
export function changeParams<P extends UrlParams>(params: P, search: string, to: Partial<UrlValues<P>>): string {
  const next = new URLSearchParams(search)
  next.delete('page')
  const values: Readonly<Record<string, unknown>> = { ...parseParams(params, search), page: undefined, ...to }
  for (const [key, param] of Object.entries(params)) {
    const text = values[key] === undefined ? '' : param.format(values[key])
    if (text === '' || text === param.format(param.empty)) next.delete(param.name ?? key)
    else next.set(param.name ?? key, text)
  }
  return `?${next}`
}
