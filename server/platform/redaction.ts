/** Replaces a secret. */
const HIDDEN = '[hidden]'

/** Fields whose values must never appear in a log, at any depth. */
const SECRET_FIELD =
  /pass(word|phrase)|secret|token|authorization|cookie|ssn|(recovery_?|^)codes?$|(data|master|private|api)_?key|signature|ticket|^otp$/i

/** Secrets that may be quoted in a text, recognised by their format, and their replacements. */
const SECRET_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic) +[\w~+/.-]+=*/gi, `$1 ${HIDDEN}`],
  // Query strings: links in mails and to files, the live socket, the URL for authenticator apps.
  [/([?&](?:secret|signature|ticket|token|confirm|reset)=)[^&\s"\\]+/gi, `$1${HIDDEN}`],
  // A password in a URL.
  [/(\b[a-z][\w+.-]*:\/\/[^\s/:@"]*):[^\s/@"]+@/gi, `$1:${HIDDEN}@`],
  // JSON inside a text, with escaped or unescaped quotes.
  [/((?:password|secret|token|ssn|cookie)\w*\\*"\s*:\s*\\*")[^"\\]+/gi, `$1${HIDDEN}`],
  // 32 bytes in base64url: the format of all our tokens.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, HIDDEN],
  // A recovery code: see `newRecoveryCode`.
  [/(?<![\w-])[a-z2-9]{4}(?:-[a-z2-9]{4}){3}(?![\w-])/g, HIDDEN],
  // A password hash of any scheme.
  [/\$(?:argon2\w*|scrypt|2[aby])\$[\w$+/.=-]+(?:,[\w$+/.=-]+)*/g, HIDDEN],
  // A social security number.
  [/(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/g, HIDDEN],
]

/**
 * The fields of an error that are logged besides name, message and stack; none of these quotes a
 * row.
 */
const ERROR_FIELDS = [
  'code',
  'statusCode',
  'errno',
  'syscall',
  'address',
  'port',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const

const DEPTH_MAX = 6

/** Replaces everything in a text that looks like a secret. */
export function maskText(text: string): string {
  return SECRET_SHAPES.reduce((masked, [shape, rest]) => masked.replace(shape, rest), text)
}

/**
 * The loggable form of a value: fields with secret names are hidden, texts are masked, and an error
 * keeps only what helps to find its cause. PostgreSQL quotes whole rows in `detail` and whole
 * statements in `where`, and other libraries whole messages, so these are left out.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return HIDDEN
  if (value instanceof Error) return redactError(value, depth)
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  // Requests, responses and similar objects have their own serialisers.
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_FIELD.test(name) && item !== undefined ? HIDDEN : redact(item, depth + 1),
    ]),
  )
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function redactError(error: Error, depth: number): object {
  const given = error as Error & Readonly<Record<string, unknown>>
  const quotesInput = typeof given.code === 'string' && given.code.startsWith('22')
  const said = (text: string) => maskText(quotesInput ? text.replace(/"[^"]*"/g, HIDDEN) : text)
  const kept: Record<string, unknown> = Object.create(null)
  // Not enumerable: the serialiser outputs it as the type.
  Object.defineProperty(kept, 'name', { value: given.constructor.name || error.name })
  kept.message = said(error.message)
  kept.stack = said(error.stack ?? '')
  for (const name of ERROR_FIELDS) if (given[name] !== undefined) kept[name] = given[name]
  if (error.cause !== undefined) kept.cause = redact(error.cause, depth + 1)
  if (error instanceof AggregateError) kept.errors = redact(error.errors, depth + 1)
  return kept
}
