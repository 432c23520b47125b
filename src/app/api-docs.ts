import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from '../shared/server/services.ts'
import { buildOpenApi } from './openapi.ts'

/** Serves the OpenAPI document and the page that shows it. The document is built for the first request of either. */
export async function apiDocs({ http, config }: App): Promise<void> {
  let building: Promise<string> | undefined
  let text = ''
  const findText = async () => {
    building ??= buildOpenApi(config.productName, config.publicUrl).then((document) => JSON.stringify(document))
    text = await building
    return text
  }
  http.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await findText()),
  )
  // The plugin needs a document when it is registered; what it sends is that of `transformSpecification`.
  await http.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', paths: {} } as never },
  })
  await http.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      onRequest: async () => {
        await findText()
      },
    },
    transformSpecificationClone: false,
    transformSpecification: () => JSON.parse(text),
  })
}
