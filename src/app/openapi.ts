import { STATUS_CODES } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { BlockedReply, ErrorReply, type Route } from '../shared/contract.ts'
import { routePaths } from '../shared/server/http/serve.ts'
import { allRoutes } from './contract.ts'

/** Builds the OpenAPI document from the contract. Lets other work run between routes, because it takes a while. */
export async function buildOpenApi(productName: string, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, route } of allRoutes) {
    await nextTurn()
    for (const path of routePaths(route)) {
      const shown = path.replace(/:(\w+)/g, '{$1}')
      paths[shown] = { ...paths[shown], [route.method.toLowerCase()]: operation(name, path, route) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '1',
      description: 'Every call of the product. Sign in with the app; the session cookie is used here too.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'quad' } },
      schemas: { Error: toJsonSchema(ErrorReply, 'output'), Blocked: toJsonSchema(BlockedReply, 'output') },
    },
    paths,
  }
}

function operation(name: string, path: string, route: Route) {
  const [area = ''] = name.split('.')
  const status = String(route.status ?? (route.reply || route.params ? 200 : 302))
  const failures = [
    '400',
    ...(route.access === 'public' ? [] : ['401', '403', '423']),
    ...(route.params ? ['404'] : []),
    ...Object.keys(route.errors ?? {}),
  ]
  return {
    operationId: path === route.path ? name : `${name} ${path}`,
    tags: [area],
    ...(route.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.multipart ? { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } } } : {}),
    ...(route.body
      ? { requestBody: { content: { 'application/json': { schema: toJsonSchema(route.body, 'input') } } } }
      : {}),
    responses: {
      ...Object.fromEntries(
        [status, ...(route.mayWait ? ['202'] : [])].map((success) => [success, describeSuccess(route, success)]),
      ),
      ...Object.fromEntries(failures.map((failure) => [failure, describeFailure(route, failure)])),
    },
  }
}

const describeSuccess = ({ reply }: Route, status: string) => ({
  description: STATUS_CODES[status] ?? '',
  ...(reply ? { content: { 'application/json': { schema: toJsonSchema(reply, 'output') } } } : {}),
})

function describeFailure({ errors = {} }: Route, status: string) {
  const own = Object.entries(errors).find(([declared]) => declared === status)?.[1]
  const schema = own
    ? toJsonSchema(ErrorReply.extend(own.shape), 'output')
    : { $ref: `#/components/schemas/${status === '423' ? 'Blocked' : 'Error'}` }
  return { description: STATUS_CODES[status] ?? '', content: { 'application/json': { schema } } }
}

function parameters(shape: z.ZodType | undefined, place: 'path' | 'query') {
  if (!shape) return []
  const { properties = {}, required = [] } = toJsonSchema(shape, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

const toJsonSchema = (shape: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}
