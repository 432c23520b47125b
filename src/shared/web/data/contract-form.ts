import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { useDraftFields } from '../draft-state.ts'
import type { keptForLater } from '../kept-for-later.ts'
import { useSubmit } from '../submit.ts'
import { findFieldErrors } from './errors.ts'

type FieldErrors<Values> = Readonly<Partial<Record<keyof Values, string>>>
type FieldNames<Values> = { readonly [bodyField: string]: keyof Values }
type StringKeys<Values> = { [K in keyof Values]: Values[K] extends string ? K : never }[keyof Values]

type Options<Values extends object, Body extends z.ZodType, Reply> = {
  /** Names the form and its subject, `event <id>`: for attempts that may have arrived, and for the draft. */
  name: string
  /** False where an existing item is edited: then nothing is kept when the form is closed. */
  hasDraft?: boolean
  /** Further drafts that are sent with the form. */
  drafts?: readonly string[]
  initial: () => Values
  /** The body of the route in the contract: it has the limits, the required fields and the messages. */
  schema: Body
  /** The request body. It may be invalid: the schema is what checks it. */
  toBody: (values: Values) => { [K in keyof z.input<Body>]?: unknown }
  /** Fields of the form by the field of the body, where their names differ. */
  fieldNames?: FieldNames<Values>
  /** Errors that the contract leaves to the server, such as an end before the start. */
  check?: (values: Values) => FieldErrors<Values>
  /** Completes the body before it is sent, and before its key is chosen: with the URLs of uploads. */
  prepare?: (body: z.input<Body>) => Promise<z.input<Body>>
  send: (body: z.input<Body>, idempotencyKey: string) => Promise<Reply | typeof keptForLater>
  /** What a form that stays open shows after a success. Absent: what was sent. */
  toSaved?: (reply: Reply) => Values
  /** Also runs if the form was closed meanwhile. */
  onSuccess?: (reply: Reply, details: { hasEarlierAttempt: boolean }) => unknown
  /** Runs when the draft was removed: for its parts that are not text. */
  onDraftsSent?: () => void
  /** Runs only while the form is still open. */
  onDone?: (reply: Reply) => void
  /** Runs instead of `onDone` when the outbox sends the form later. */
  onKept?: () => void
  onError?: (error: Error) => void
}

type FieldRules = { readonly maxLength?: number; readonly required?: true }
type FieldProps = FieldRules & {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

type ChoiceProps<Value> = {
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (value: Value) => void
}

/** What a part of a form needs of the whole. */
export type FormFields<Values> = {
  readonly values: Values
  readonly errors: FieldErrors<Values>
  readonly change: (to: Partial<Values>) => void
  /** Props of a text field. */
  readonly field: (field: StringKeys<Values>) => FieldProps
  /** Props of a choice. */
  readonly choice: <K extends keyof Values>(field: K) => ChoiceProps<Values[K]>
}

/**
 * A form that the contract describes: `field('title')` has the value, the limit, whether it is required, and the error.
 * Submitting checks the body against the contract and focuses the first invalid field. An error disappears as soon as
 * its field is valid; one of the server, as soon as its field changes. What was typed survives every failure.
 */
export function useContractForm<Values extends object, Body extends z.ZodType, Reply>(
  options: Options<Values, Body, Reply>,
) {
  const { name, hasDraft = true, drafts = [], schema, toBody, fieldNames, check, prepare, send, toSaved } = options
  const { onSuccess, onDraftsSent, onDone, onKept, onError } = options
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const draft = hasDraft ? name : undefined
  const { fields: values, setFields: setValues, first, rebase } = useDraftFields<Values>(draft, options.initial)
  const [reported, setReported] = useState<ReadonlySet<keyof Values>>(new Set())
  const [refused, setRefused] = useState<{ values: Values; errors: FieldErrors<Values> }>()
  const sent = useRef(values)
  const [focusRequest, setFocusRequest] = useState(0)

  const save = useSubmit<z.input<Body>, Reply>({
    ...(onDraftsSent ? { onDraftsSent } : {}),
    ...(onDone ? { onDone } : {}),
    onKept() {
      rebase(options.initial(), sent.current)
      onKept?.()
    },
    onSuccess(reply, details) {
      rebase(toSaved?.(reply) ?? sent.current, sent.current)
      return onSuccess?.(reply, details)
    },
    form: name,
    drafts: draft ? [draft, ...drafts] : drafts,
    async send(keyFor, written) {
      const body = prepare ? await prepare(written) : written
      return send(body, keyFor(body))
    },
    onError(error) {
      const errors = toFormErrors<Values>(
        Object.entries(findFieldErrors(error)).map(([path, message]) => [path.split('.')[0] ?? path, message] as const), // tags.0
        fieldNames,
      )
      setRefused({ values: sent.current, errors })
      if (Object.keys(errors).length > 0) setFocusRequest((count) => count + 1)
      onError?.(error)
    },
  })

  const findErrors = (): FieldErrors<Values> => {
    const { error } = schema.safeParse(toBody(values))
    const issues = error?.issues.map(({ path, message }) => [String(path[0]), message] as const) ?? []
    return { ...toFormErrors<Values>(issues, fieldNames), ...check?.(values) }
  }
  const errors = toShownErrors(values, reported.size > 0 ? findErrors() : undefined, reported, refused)

  useEffect(() => {
    if (focusRequest > 0) focusFirstInvalid(element.current)
  }, [focusRequest])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    event?.stopPropagation() // a dialog over another one is a nested form in React
    const invalid = Object.keys(findErrors()) as (keyof Values)[]
    const found = invalid.filter((field) => field in values) // what the form does not show is left to the server
    setReported(new Set(found))
    if (found.length > 0) return setFocusRequest((count) => count + 1)
    setRefused(undefined)
    sent.current = values
    save.submit(toBody(values) as z.input<Body>)
  }

  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !save.isPending) submit()
  }

  const bodyNames = useMemo(() => invert(fieldNames), [fieldNames])
  const change = (to: Partial<Values>) => setValues({ ...values, ...to })
  return {
    values,
    errors,
    change,
    /** Whether a value differs from the first one, or from the last saved one. */
    isChanged: JSON.stringify(values) !== JSON.stringify(first),
    /** Back to the first or the last saved values. */
    discard: () => setValues(first),
    submit,
    isPending: save.isPending,
    isError: save.isError,
    error: save.error,
    /** The error of a call that no field explains. */
    failure: Object.keys(refused?.errors ?? {}).some((field) => field in values) ? null : save.error,
    /** Props of the form element. */
    form: { id, ref: element, noValidate: true, onSubmit: submit, onKeyDown: submitByKey },
    /** Props of a text field. */
    field: (field: StringKeys<Values>): FieldProps => ({
      ...describeField(schema, bodyNames[field as string] ?? String(field)),
      value: values[field] as string,
      error: errors[field],
      onChange: (value: string) => change({ [field]: value } as Partial<Values>),
    }),
    /** Props of a choice. */
    choice: <K extends keyof Values>(field: K): ChoiceProps<Values[K]> => ({
      value: values[field],
      error: errors[field],
      onChange: (value: Values[K]) => change({ [field]: value } as unknown as Partial<Values>),
    }),
  }
}

/** The errors that were reported and still hold, and those of the server for fields that have not changed since. */
function toShownErrors<Values extends object>(
  values: Values,
  current: FieldErrors<Values> | undefined,
  reported: ReadonlySet<keyof Values>,
  refused: { values: Values; errors: FieldErrors<Values> } | undefined,
): FieldErrors<Values> {
  const ofServer = Object.entries(refused?.errors ?? {}).filter(([field]) => {
    const key = field as keyof Values
    return JSON.stringify(refused?.values[key]) === JSON.stringify(values[key])
  })
  const own = Object.entries(current ?? {}).filter(([field]) => reported.has(field as keyof Values))
  return Object.fromEntries([...ofServer, ...own]) as FieldErrors<Values>
}

/** The first message per field, under the names of the form. */
function toFormErrors<Values>(
  issues: readonly (readonly [string, string])[],
  fieldNames: FieldNames<Values> | undefined,
): FieldErrors<Values> {
  const found = issues.map(([field, message]) => [String(fieldNames?.[field] ?? field), message] as const)
  return Object.fromEntries(found.toReversed()) as FieldErrors<Values>
}

const invert = (names: object | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(names ?? {}).map(([body, field]) => [String(field), body]))

/** The longest text of a field, and whether it has to be filled, by the contract. */
function describeField(schema: z.ZodType, field: string): FieldRules {
  const found = (schema as { readonly shape?: Readonly<Record<string, z.ZodType>> }).shape?.[field]
  if (!found) return {}
  const maxLength = findMaxLength(found)
  const isRequired = !found.safeParse(undefined).success && !found.safeParse('').success
  return { ...(maxLength === undefined ? {} : { maxLength }), ...(isRequired ? { required: true } : {}) }
}

/** `text()` of the contract states it as metadata; wrappers such as optional() hide it. */
function findMaxLength(schema: z.ZodType): number | undefined {
  const { maxLength } = (schema.meta() ?? {}) as { maxLength?: number }
  if (maxLength !== undefined) return maxLength
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType }
  const inner = innerType ?? input
  return inner && findMaxLength(inner)
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const target = invalid?.matches('input, select, textarea, button')
    ? invalid
    : (invalid?.querySelector<HTMLElement>('input, select, textarea, button') ?? invalid)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}
