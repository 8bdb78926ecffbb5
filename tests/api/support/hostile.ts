import fc from 'fast-check'
import type { Json } from './schema-arbitrary.ts'

/** Values that attackers and broken clients send. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  "'; drop table event; --",
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '{{7*7}}<%= 7*7 %>',
  '%00%0d%0aset-cookie:a=b',
  'null',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '١٢٣',
  '0.000000001',
  '999999999999999999999999999999',
  '-1',
  '1,5',
  '9'.repeat(39),
  'a'.repeat(20_000),
  '\u202e\u200b\ufeff',
  '00000000-0000-0000-0000-000000000000',
]

const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308, 5e-324]

export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

export const hostileValues: fc.Arbitrary<Json> = fc.oneof(
  hostileTexts,
  fc.constantFrom<Json>(...NUMBERS, null, true, [], {}, [[]], deep(200)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json),
  fc.constant<Json>(JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}')),
)

/** A valid value with one fault: a missing, invalid or extra field. */
export function nearly(values: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const change = fc.constantFrom('drop', 'spoil', 'add')
  return fc.tuple(values, change, fc.nat(), hostileValues).map(([value, how, index, hostile]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostile
    const names = Object.keys(value)
    const name = names[index % Math.max(1, names.length)] ?? 'field'
    const { [name]: _, ...rest } = value
    if (how === 'drop') return rest
    return how === 'spoil' ? { ...rest, [name]: hostile } : { ...value, unexpected: hostile }
  })
}

function deep(levels: number): Json {
  let value: Json = []
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}
