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

function jsonText(text: string): string {
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
  const parts: string[] = []
  for (const key of Object.keys(record).sort()) {
    if (record[key] !== undefined) parts.push(`${jsonText(key)}:${canonicalJson(record[key])}`)
  }
  return `{${parts.join(',')}}`
}
