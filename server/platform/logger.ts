import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { maskText, redact } from './redaction.ts'

/**
 * The server's only logger. It redacts all values before they are written, and then the finished
 * line, because a message may quote a secret.
 *
 * @param lines used instead of the standard output
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

/** Without the query, which may contain tickets and signatures. */
function requestFacts({ method, url, ip }: { method?: string; url?: string; ip?: string }) {
  return { method, path: url?.split('?', 1)[0], ip }
}
