import { isEnglish, translated } from './t.ts'

interface Failure {
  readonly code: string
  readonly error: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

interface Words {
  readonly title: string
  readonly message: string
}

type Describe = (failure: Failure) => Words | undefined

let describe: Describe | undefined

/** Gives the texts of refusals by code. Only languages other than English need them. */
export function describeFailuresBy(given: Describe): void {
  describe = given
}

/**
 * What the server or this device said, in the current language: a failure travels and is stored in
 * English, with its code and details.
 */
export function wordsOf(failure: Failure): Words {
  const { error, message } = failure
  if (isEnglish()) return { title: error, message }
  return describe?.(failure) ?? { title: translated(error), message: translated(message) }
}
