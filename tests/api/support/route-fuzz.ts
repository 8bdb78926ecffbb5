import fc from 'fast-check'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { type FilePart, multipartOf } from './client.ts'
import { hostileTexts, hostileValues, nearly } from './hostile.ts'
import { type Json, type Vocabulary, valuesOf } from './schema-arbitrary.ts'

export interface FuzzedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON or broken JSON; for a form, an object with its fields. */
  readonly body: string
  readonly file: FilePart | null
}

/** Requests to a route from good clients, broken clients and attackers. */
export function requestsTo(
  route: RouteDefinition,
  vocabulary: Vocabulary,
  files: readonly FilePart[],
): fc.Arbitrary<FuzzedRequest> {
  const part = (schema: RouteDefinition['body']) =>
    schema ? mixed(valuesOf(schema, vocabulary)) : fc.constant(undefined)
  return fc
    .record({
      params: part(route.params),
      query: part(route.query),
      body: bodies(route, vocabulary),
      file: fc.option(fc.constantFrom(...files), { freq: 8 }),
      headers: headersFor(route),
    })
    .map(({ params, query, ...rest }) => ({ ...rest, url: addressOf(route.path, params, query) }))
}

/** The headers and payload of a request. */
export async function wireOf(route: RouteDefinition, { headers, body, file }: FuzzedRequest) {
  const isForm = Object.values(route.files ?? {}).some(({ required }) => required) || file
  if (!route.files || !isForm) {
    return { headers: { 'content-type': 'application/json', ...headers }, payload: body }
  }
  const files = Object.entries(route.files).flatMap(([name, { filesMax }]) => {
    if (!file) return []
    return [[name, filesMax === undefined ? file : Array(2).fill(file)]]
  })
  const form = await multipartOf(objectOf(body), Object.fromEntries(files))
  return { headers: { ...headers, ...form.headers }, payload: form.payload }
}

function mixed(valid: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 3, arbitrary: nearly(valid) },
    { weight: 2, arbitrary: hostileValues },
  )
}

/** Bodies as text: mostly JSON, sometimes other text. */
function bodies(route: RouteDefinition, vocabulary: Vocabulary): fc.Arbitrary<string> {
  const values = route.body ? mixed(valuesOf(route.body, vocabulary)) : hostileValues
  return fc.oneof(
    { weight: 9, arbitrary: values.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.oneof(hostileTexts, fc.constantFrom('{', '[1,', '"', '\ufeff{}')) },
  )
}

function headersFor(route: RouteDefinition): fc.Arbitrary<Record<string, string>> {
  const agents = fc.constantFrom({}, { 'user-agent': 'x'.repeat(4_000) }, { cookie: '=;;a=%' })
  if (route.idempotency !== 'key') return agents
  const keys = fc.oneof(
    { weight: 19, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('', 'again', 'a'.repeat(500)) },
  )
  return fc.tuple(keys, agents).map(([key, agent]) => ({ ...agent, 'idempotency-key': key }))
}

function addressOf(path: string, params: Json | undefined, query: Json | undefined): string {
  const filled = path.replace(/:(\w+)|\*/g, (_, name = '*') => encoded(field(params, name)))
  if (typeof query !== 'object' || query === null) return filled
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

function field(value: Json | undefined, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? ''
  return value[name] ?? ''
}

/** Encodes a value for a URL; lone surrogates become invalid bytes. */
function encoded(value: Json): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.toWellFormed().slice(0, 2_000)).replaceAll(
    '%EF%BF%BD',
    '%ED%A0%80',
  )
}

function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : { value: text }
  } catch {
    return { text }
  }
}
