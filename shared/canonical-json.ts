/**
 * JSON with sorted keys and nothing optional: one text for one value, so hashes can be compared.
 *
 * Refuses what PostgreSQL cannot hold or read back: NUL characters, lone
 * surrogates, numbers that are not finite. Keys whose value is undefined are left out, as in JSON.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return jsonText(value)
    case 'number':
      if (!Number.isFinite(value)) throw new Error(`JSON holds no ${value}`)
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? listText(value) : objectText(value)
    default:
      throw new Error(`JSON holds no ${typeof value}`)
  }
}

/** Characters that JSON writes as they are. */
const PLAIN = /^[ !#-[\]-~]*$/

function jsonText(text: string): string {
  // Nearly all texts of events are plain, and take half the time so.
  if (PLAIN.test(text)) return `"${text}"`
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw new Error('text with NUL or lone surrogates cannot be stored')
  }
  return JSON.stringify(text)
}

function listText(list: readonly unknown[]): string {
  return `[${list.map((item) => (item === undefined ? 'null' : canonicalJson(item))).join(',')}]`
}

function objectText(object: object): string {
  const record = object as Record<string, unknown>
  let text = ''
  for (const { key, label } of sortedKeysOf(record)) {
    const value = record[key]
    if (value !== undefined) text += `${text && ','}${label}${canonicalJson(value)}`
  }
  return `{${text}}`
}

interface SortedKey {
  readonly key: string
  /** The key as JSON, with its colon. */
  readonly label: string
}

/** Few enough, and short enough, that a sender of unusual objects cannot fill the memory. */
const SHAPES_MAX = 1_000
const SHAPE_LENGTH_MAX = 1_000
const SHAPES = new Map<string, readonly SortedKey[]>()
/** Refused in keys, as in all text. */
const SEPARATOR = '\u0000'

/** Caches the order of each set of keys: sorting costs more than writing, and sets recur. */
function sortedKeysOf(record: object): readonly SortedKey[] {
  const keys = Object.keys(record)
  const shape = keys.join(SEPARATOR)
  const known = SHAPES.get(shape)
  // No remembered key contains the separator, so as many keys with the same text are the same keys.
  if (known?.length === keys.length) return known
  const sorted = keys.sort().map((key) => ({ key, label: `${jsonText(key)}:` }))
  if (SHAPES.size < SHAPES_MAX && shape.length <= SHAPE_LENGTH_MAX) SHAPES.set(shape, sorted)
  return sorted
}
