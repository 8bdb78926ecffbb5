interface Failure {
  readonly code: string
  readonly error: string
  readonly message: string
}

interface Text {
  readonly title: string
  readonly message: string
}

/** Failures in which nobody who knows the submission has spoken: a fault, a proxy's page. */
const SPEECHLESS: readonly string[] = ['fault', 'http', 'answer.unreadable']

/** The server's own words where it has some, else the form's. Source: spec 1 §8, spec 2 §8. */
export function failureText(failure: Failure, fallback: Text): Text {
  if (SPEECHLESS.includes(failure.code)) return fallback
  return { title: failure.error, message: failure.message }
}
