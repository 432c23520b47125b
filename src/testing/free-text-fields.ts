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

export type FreeTextField = { readonly field: string; readonly max: number; readonly isList: boolean }

const defaultMaxLength = 200
const isFree = ({ type, enum: some, const: one, format }: Shape) => type === 'string' && !some && !one && !format

/** Lists the body fields of a route that accept any text, including those that the server parses as a URL or a date. */
export function listFreeTextFields({ body }: Route): FreeTextField[] {
  if (!body) return []
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>
  }
  return Object.entries(properties).flatMap(([field, shape]) => {
    const kinds = [shape, ...(shape.anyOf ?? [])]
    const lists = kinds.flatMap(({ items }) => (items ? [items, ...(items.anyOf ?? [])] : []))
    const [text, item] = [kinds.find(isFree), lists.find(isFree)]
    const found = text ?? item
    return found ? [{ field, max: found.maxLength ?? defaultMaxLength, isList: !text }] : []
  })
}
