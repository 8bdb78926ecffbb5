import type { FastifyInstance } from 'fastify'
import { RefusedRequest } from '#server/platform/errors.ts'
import { refuse } from '#shared/refusal.ts'

/** JSON bodies are forms that people filled in; files travel as multipart. */
export const JSON_BYTES_MAX = 64 * 1024

// Escapes of NUL and of surrogates: only a text that has one can hold what PostgreSQL cannot store.
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/** Reads JSON bodies. An empty one is none, whatever the header says. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_BYTES_MAX },
    (request, text, done) => {
      if (text === '') return done(null, undefined)
      void parse(request, text, (error, body) => {
        if (error || !SUSPICIOUS.test(text) || isStorable(body)) return done(error, body)
        const reason = 'text must not contain NUL characters or halves of a character'
        return done(new RefusedRequest(refuse('input.invalid', { reason })))
      })
    },
  )
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item))
}
