import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { operator } from '#shared/operator/company.ts'
import { isPermission } from '#shared/rules/permissions.ts'

/** The page's own scripts and inline styles, and nothing from elsewhere. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** The feature that serves a route: its section on the page. */
type Sections = ReadonlyMap<RouteDefinition, string>

/** Shows the API at /api/docs, from the definitions that the routes are mounted from. */
export function serveApiDocs(app: FastifyInstance, sections: Sections): void {
  app.register((scope, _options, done) => {
    scope.register(swagger, {
      mode: 'static',
      specification: { document: describedOnDemand(app.mountedRoutes, sections) },
    })
    scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_POLICY })
    done()
  })
}

/**
 * Describing all routes takes as long as mounting them, so this is done at the first request, not
 * at the start.
 */
function describedOnDemand(routes: readonly RouteDefinition[], sections: Sections) {
  let paths: Record<string, Json> | undefined
  return {
    ...DOCUMENT,
    get paths() {
      paths ??= pathsOf(routes, sections)
      return paths
    },
  }
}

type Json = Record<string, unknown>
const JSON_TYPE = 'application/json'
const TEXT = { type: 'string' as const }

const DOCUMENT = {
  openapi: '3.1.0' as const,
  info: {
    title: `${operator.name} API`,
    version: '1',
    description:
      'Amounts in responses are decimal strings; requests may send numbers that are exact. A write takes an Idempotency-Key where it says so; without one it gets a new one, which the response names.',
  },
  components: {
    securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } },
    schemas: {
      Error: {
        type: 'object' as const,
        required: ['code', 'error', 'message'],
        properties: { code: TEXT, error: TEXT, message: TEXT },
      },
    },
  },
}

function pathsOf(routes: readonly RouteDefinition[], sections: Sections): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}').replace('*', '{*}')
    const operation = { tags: [sections.get(route) ?? 'platform'], ...operationOf(route) }
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return paths
}

function operationOf(route: RouteDefinition): Json {
  return {
    summary: route.summary,
    description: describe(route),
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: parametersOf(route),
    ...bodyOf(route),
    responses: {
      200: { description: 'Done', ...content(JSON_TYPE, schemaOf(route.response, 'output')) },
      default: {
        description: 'Refused, or failed',
        ...content(JSON_TYPE, { $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

const WHO = { public: 'Open to all.', user: 'Signed in.', own: 'The user or staff.' } as const

function describe({ access, perMinute, offline, whenDisabled, stepUp }: RouteDefinition): string {
  const facts = [
    isPermission(access) ? `Staff who have the permission ${access}.` : WHO[access],
    perMinute ? `At most ${perMinute} a minute.` : '',
    offline === 'queue' ? 'May wait offline.' : '',
    stepUp
      ? 'May respond with step_up.required: prove who you are at /api/auth/step-up and retry.'
      : '',
    whenDisabled === 'allowed' ? 'Open to disabled users.' : '',
  ]
  return facts.filter(Boolean).join(' ')
}

function parametersOf(route: RouteDefinition): Json[] {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'One UUID for each submission, the same for every attempt. Version 7 costs the log least.',
    schema: { type: 'string', format: 'uuid' },
  }
  const proof = { name: 'DPoP', in: 'header', required: false, schema: TEXT }
  const proofs = {
    binds: { ...proof, description: 'Binds the session to the key of this proof (RFC 9449).' },
    proves: { ...proof, description: 'Required where the session is bound to a key (RFC 9449).' },
  }
  return [
    ...propertiesOf(schemaOf(route.params, 'input'), 'path'),
    ...propertiesOf(schemaOf(route.query, 'input'), 'query'),
    ...(route.idempotency === 'key' ? [key] : []),
    ...(route.dpop ? [proofs[route.dpop]] : []),
  ]
}

function propertiesOf(schema: Json | undefined, place: 'path' | 'query'): Json[] {
  const required = (schema?.required ?? []) as readonly string[]
  return Object.entries((schema?.properties ?? {}) as Json).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function bodyOf(route: RouteDefinition): Json {
  const body = schemaOf(route.body, 'input')
  if (!route.files) return body ? { requestBody: content(JSON_TYPE, body) } : {}
  const file = { type: 'string', format: 'binary' }
  const files = Object.fromEntries(
    Object.entries(route.files).map(([name, { filesMax }]) => [
      name,
      filesMax === undefined ? file : { type: 'array', items: file, maxItems: filesMax },
    ]),
  )
  const properties = { ...(body?.properties as Json | undefined), ...files }
  const form = content('multipart/form-data', { type: 'object', properties })
  if (Object.values(route.files).some(({ required }) => required)) return { requestBody: form }
  const json = content(JSON_TYPE, body)
  return { requestBody: { content: { ...(form.content as Json), ...(json.content as Json) } } }
}

function content(mime: string, schema: Json | undefined): Json {
  return schema ? { content: { [mime]: { schema } } } : {}
}

function schemaOf(schema: RouteDefinition['body'], io: 'input' | 'output'): Json | undefined {
  if (!schema) return undefined
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
