import fc from 'fast-check'
import * as z from 'zod'
import type { RouteDefinition } from '#shared/contract/route.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Meaningful values, so that valid requests reach the handlers. */
export interface Vocabulary {
  readonly ids: readonly string[]
  readonly words: readonly string[]
  /** Values for fields of these names, used three times out of four. */
  readonly fields: Readonly<Record<string, readonly Json[]>>
}

interface JsonSchema {
  readonly type?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

type Schema = NonNullable<RouteDefinition['body']>

/** Values that match a schema, except for checks that exist only in code. */
export function valuesOf(schema: Schema, vocabulary: Vocabulary): fc.Arbitrary<Json> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return fromSchema(described as JsonSchema, vocabulary)
}

function fromSchema(schema: JsonSchema, vocabulary: Vocabulary): fc.Arbitrary<Json> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, vocabulary)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'string':
      return texts(schema, vocabulary)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, vocabulary), { maxLength: 4 })
    case 'object':
      return objects(schema, vocabulary)
    default:
      return fc.constantFrom<Json>(...vocabulary.words, 1, null)
  }
}

function objects({ properties = {}, required = [] }: JsonSchema, vocabulary: Vocabulary) {
  const fields = Object.entries(properties).map(
    ([name, property]) =>
      [name, known(vocabulary.fields[name], fromSchema(property, vocabulary))] as const,
  )
  return fc.record<Record<string, Json>, string>(Object.fromEntries(fields), {
    requiredKeys: [...required],
  }) as fc.Arbitrary<Json>
}

function known(values: readonly Json[] | undefined, others: fc.Arbitrary<Json>) {
  if (!values) return others
  const weighted = { weight: 3, arbitrary: fc.constantFrom(...values) }
  return fc.oneof(weighted, { weight: 1, arbitrary: others })
}

function numbers({ type, minimum = -1_000_000, maximum = 1_000_000 }: JsonSchema) {
  const bounds = { min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) }
  return type === 'integer'
    ? fc.integer({ min: Math.ceil(bounds.min), max: Math.floor(bounds.max) })
    : fc.double({ ...bounds, noNaN: true })
}

function texts(schema: JsonSchema, { ids, words }: Vocabulary): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https', 'http'] })
  if (format === 'date-time') return dates
  if (pattern) return fc.oneof(fc.constantFrom(...words), fc.stringMatching(new RegExp(pattern)))
  const free = fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' })
  return fc.oneof(fc.constantFrom(...words), free)
}

const dates = fc
  .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
  .map((date) => date.toISOString())
