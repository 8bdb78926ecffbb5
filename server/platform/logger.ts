import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { maskText, redact } from './redaction.ts'

/**
 * The server's one logger. It redacts all values before they are written, and then the finished line,
 * whose message may quote a secret.
 *
 * @param lines replaces the standard output
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

/** The query may carry tickets and signatures: the path says enough. */
function requestFacts({ method, url, ip }: { method?: string; url?: string; ip?: string }) {
  return { method, path: url?.split('?', 1)[0], ip }
}
