import list from '#shared/languages/languages.json' with { type: 'json' }

export type LanguageCode = keyof typeof list

/** Every language with a catalogue, each under the name that its speakers give it. */
export const LANGUAGES: Readonly<Record<string, { readonly name: string }>> = list

export const LANGUAGE_CODES = Object.keys(list) as [LanguageCode, ...LanguageCode[]]

export function isLanguageCode(code: string): code is LanguageCode {
  return code in list
}
