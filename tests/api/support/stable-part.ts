/** Fields of running trades, and of waiting loans, which are computed as if approved now. */
const AS_OF_NOW = ['remaining_ms', 'starts_at', 'due_at']

/** Drops values computed per response: signed links and times that count from now. */
export function stablePartOf(body: unknown): unknown {
  const isVolatile = (key: string) => /url/i.test(key) || AS_OF_NOW.includes(key)
  return JSON.parse(JSON.stringify(body, (key, value) => (isVolatile(key) ? undefined : value)))
}
