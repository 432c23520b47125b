import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import type { Route } from '../../contract.ts'

const inTests = process.env.VITEST !== undefined

/** Compiled by the first reply. In tests each reply is also parsed, so that a wrong shape fails where it is built. */
export function buildSerializer(route: Route): ((value: unknown) => string) | undefined {
  const shape = route.reply
  if (!shape) return undefined
  let compiled: ((value: unknown) => string) | undefined
  return (value) => {
    if (inTests) shape.parse(value)
    compiled ??= fastJson(
      nullableInPlace(z.toJSONSchema(shape, { target: 'draft-7', unrepresentable: 'any' })) as never,
    )
    const spaces = (value as Padded)[paddingKey]
    return spaces ? compiled(value) + ' '.repeat(spaces) : compiled(value)
  }
}

/** fast-json-stringify writes `nullable: true` directly, but tries the branches of an `anyOf` one after another. */
function nullableInPlace(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullableInPlace)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as { anyOf?: { type?: string }[] }
  const entries = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, nullableInPlace(value)]))
  const branches = anyOf?.filter((branch) => branch.type !== 'null')
  if (branches?.length === 1) return { ...entries, ...(nullableInPlace(branches[0]) as object), nullable: true }
  return anyOf ? { ...entries, anyOf: nullableInPlace(anyOf) } : entries
}

const paddingKey = Symbol('padding')
type Padded = { readonly [paddingKey]?: number }

/** Fields that are true only for the author of an item. */
type Owned = { readonly is_author: boolean; readonly can: { readonly edit?: boolean; readonly delete: boolean } }

/**
 * Pads a reply so that its length does not reveal whether the viewer wrote any of these items: `true` is one byte
 * shorter than `false`, so each true author flag adds a space after the JSON.
 */
export function padOwnership<T extends object>(reply: T, items: readonly Owned[]): T {
  let spaces = 0
  for (const { is_author, can } of items) spaces += Number(is_author) + Number(can.edit === true) + Number(can.delete)
  return { ...reply, [paddingKey]: spaces }
}
