import { catalogueFor } from '#server/platform/catalogues.ts'
import { inLanguage, t } from '#shared/text/t.ts'

/** What the app says in a language, by its English message. */
export type Say = (message: string, values?: Readonly<Record<string, string | number>>) => string

export function speaker(code: string): Say {
  const catalogue = catalogueFor(code)
  return (message, values) => inLanguage(catalogue, () => ({ text: t(message, values) })).text
}
