// The free texts that calls take, read from the contract: for tests that put something into each of them.
import { z } from 'zod'
import type { Route } from '../shared/contract.ts'

type Shape = {
  type?: string
  enum?: unknown
  const?: unknown
  format?: string
  maxLength?: number
  items?: Shape
  anyOf?: Shape[]
}

export type FreeText = { readonly field: string; readonly most: number; readonly isList: boolean }

const mostByDefault = 200
const isFree = ({ type, enum: some, const: one, format }: Shape) => type === 'string' && !some && !one && !format

/** The fields of a call's body that take any text, also those that the server reads as an address or a date. */
export function freeTextsOf({ body }: Route): FreeText[] {
  if (!body) return []
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>
  }
  return Object.entries(properties).flatMap(([field, shape]) => {
    const kinds = [shape, ...(shape.anyOf ?? [])]
    const lists = kinds.flatMap(({ items }) => (items ? [items, ...(items.anyOf ?? [])] : []))
    const [text, item] = [kinds.find(isFree), lists.find(isFree)]
    const found = text ?? item
    return found ? [{ field, most: found.maxLength ?? mostByDefault, isList: !text }] : []
  })
}
