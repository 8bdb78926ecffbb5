import type { Problem } from '#pwa/ui/problem.ts'
import { describeRefusal } from '#shared/errors.ts'
import type { Refusal } from '#shared/refusal.ts'

/** How a form writes a detail of a refusal: amounts with their separators, as on its screen. */
type Formats = Readonly<Record<string, (detail: string) => string>>

/** A refusal as a form shows it. */
export function problemOfRefusal(
  refusal: Refusal | undefined,
  formats: Formats = {},
): Problem | undefined {
  if (!refusal) return undefined
  const { refused, details = {} } = refusal
  const written = Object.entries(details).map(([name, detail]) => {
    const format = formats[name]
    return [name, format && typeof detail === 'string' ? format(detail) : detail]
  })
  const { title, message } = describeRefusal(refused, Object.fromEntries(written))
  return { title, message, code: refused }
}
