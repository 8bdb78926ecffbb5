interface Failure {
  readonly code: string
  readonly error: string
  readonly message: string
}

interface Text {
  readonly title: string
  readonly message: string
}

/** Answers that are not our server's: a proxy's page, a body that is no JSON. */
const UNREADABLE: readonly string[] = ['http', 'answer.unreadable']
/** Failures in which nobody who knows the submission has spoken. */
const SPEECHLESS: readonly string[] = ['fault', ...UNREADABLE]

/**
 * The server's own words where it has some, else the form's.
 *
 * Source: docs/product.md, API conventions
 */
export function failureText(failure: Failure, fallback: Text): Text {
  if (SPEECHLESS.includes(failure.code)) return fallback
  return { title: failure.error, message: failure.message }
}

/** Whether something between here and our server has answered in its place. */
export function isUnreadable({ code }: Pick<Failure, 'code'>): boolean {
  return UNREADABLE.includes(code)
}
