import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { maskText, redact } from './redaction.ts'

/**
 * The server's one logger. Whoever logs need not think of secrets: what is passed is redacted
 * before it is written down, and the finished line is looked over once more for what its message
 * may quote.
 *
 * @param lines where they go in the place of the standard output
 */
export function openLogger(level: string, lines?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    formatters: { log: (facts) => redact(facts) as Record<string, unknown> },
    serializers: { req: requestFacts },
    hooks: { streamWrite: maskText },
  }
  return lines ? pino(options, lines) : pino(options)
}

interface RequestLike {
  readonly method?: string
  readonly url?: string
  readonly ip?: string
}

/** The query may carry tickets and signatures: the path says enough. */
function requestFacts({ method, url, ip }: RequestLike): object {
  return { method, path: url?.split('?', 1)[0], ip }
}
