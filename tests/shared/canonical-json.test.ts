import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '#shared/canonical-json.ts'

/** The same text, computed from a copy whose keys are sorted at every depth. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

// Keys that look like numbers are left out: every copy of an object lists them first.
const key = fc.string({ unit: 'grapheme' }).filter(isPlainKey)
function isPlainKey(text: string): boolean {
  return !/^\d+$/.test(text) && !text.includes('\u0000') && text !== '__proto__'
}

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000')),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
})).value

describe('canonical JSON', () => {
  test('is JSON with sorted keys, both for a new and for a known set of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(sortedJson(value))
        expect(canonicalJson(value)).toBe(sortedJson(value))
      }),
    )
  })

  test('does not depend on the order in which keys were set', () => {
    expect(canonicalJson({ b: 1, a: { d: 2, c: 3 } })).toBe('{"a":{"c":3,"d":2},"b":1}')
    expect(canonicalJson({ a: { c: 3, d: 2 }, b: 1 })).toBe('{"a":{"c":3,"d":2},"b":1}')
  })

  test('leaves out undefined values, also after an object that had them', () => {
    expect(canonicalJson({ a: 1, b: 2 })).toBe('{"a":1,"b":2}')
    expect(canonicalJson({ a: undefined, b: 2 })).toBe('{"b":2}')
    expect(canonicalJson({ a: undefined, b: undefined })).toBe('{}')
  })

  test('refuses a key with NUL, even if its parts are the keys of another object', () => {
    expect(canonicalJson({ a: 1, b: 2 })).toBe('{"a":1,"b":2}')
    expect(() => canonicalJson({ 'a\u0000b': 1 })).toThrow(/NUL/)
    expect(() => canonicalJson({ a: 1, 'b\u0000': 2 })).toThrow(/NUL/)
  })

  test('distinguishes an object with an empty key from an empty object', () => {
    expect([{}, { '': 1 }, {}, { '': 1 }].map(canonicalJson)).toEqual([
      '{}',
      '{"":1}',
      '{}',
      '{"":1}',
    ])
  })
})
