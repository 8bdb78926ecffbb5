/** What a search text of staff may be, other than part of a user's name. */
export interface Asked {
  /** Prefixes of stream names. */
  readonly beginnings: readonly string[]
  /** A part of a wallet address. */
  readonly address: string | undefined
  /** A position in the log. */
  readonly position: string | undefined
  /** The id of a request. */
  readonly request: string | undefined
}

/** The first group of a UUID: this many letters of an id are enough to find it. */
const ID_LENGTH_MIN = 8
const ID = /^[\da-f]{8}(?:-[\da-f]{0,4}){0,3}(?:-[\da-f]{0,12})?$/
const WHOLE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Shorter texts are part of too many addresses. */
const ADDRESS = /^[a-z\d:]{6,120}$/i
const POSITION = /^#?(\d{1,18})$/

/** Reads an id alone, or after the kind of its case: "0199b3c2", "deposit-0199b3c2". */
export function askedOf(text: string, kinds: readonly string[]): Asked {
  const lower = text.toLowerCase()
  const named = kinds.filter((kind) => lower.startsWith(`${kind}-`))
  const isId = lower.length >= ID_LENGTH_MIN && ID.test(lower)
  return {
    beginnings: isId
      ? kinds.map((kind) => `${kind}-${lower}`)
      : // The ids of deposit addresses have capitals.
        named.flatMap((kind) => [lower, `${kind}${text.slice(kind.length)}`]),
    address: ADDRESS.test(text) ? text : undefined,
    position: POSITION.exec(text)?.[1],
    request: WHOLE_ID.test(lower) ? lower : undefined,
  }
}
