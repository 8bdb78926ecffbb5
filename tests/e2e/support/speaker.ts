import { catalogueFor } from '#server/platform/catalogues.ts'
import { inLanguage, t } from '#shared/text/t.ts'

/** The texts of the app in a language, by their English message. */
export type Say = (message: string, values?: Readonly<Record<string, string | number>>) => string

export function speaker(code: string): Say {
  const catalogue = catalogueFor(code)
  return (message, values) => inLanguage(catalogue, () => ({ text: t(message, values) })).text
}
