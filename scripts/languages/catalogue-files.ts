import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#server/platform/startup-error.ts'
import { type CatalogueFile, LATIN_DIGITS } from '#shared/text/catalogue.ts'

/** The catalogues of all languages but English, whose texts are in the code. */

const FOLDER = join(import.meta.dirname, '..', '..', 'shared', 'languages')
const LIST = join(FOLDER, 'languages.json')

interface Language {
  readonly name: string
  /** Whether a native speaker has read it. */
  readonly reviewed: 'yes' | 'no'
}

export function readLanguages(): Record<string, Language> {
  return JSON.parse(readFileSync(LIST, 'utf8'))
}

/** The codes of the languages that have a catalogue. */
export function translatedCodes(): string[] {
  return Object.keys(readLanguages()).filter((code) => code !== 'en')
}

export function readCatalogue(code: string): CatalogueFile {
  return JSON.parse(readFileSync(fileOf(code), 'utf8'))
}

export function writeCatalogue(code: string, catalogue: CatalogueFile): void {
  const { plurals, ...rest } = catalogue
  const text = JSON.stringify({ plurals: [], ...rest }, null, 2)
  writeFileSync(fileOf(code), `${text.replace('[]', `["${plurals.join('", "')}"]`)}\n`)
}

/**
 * Adds a language without any translations.
 *
 * @throws StartupError in the same cases as {@link newLanguage}
 */
export function addLanguage(given: string): void {
  const { code, found } = newLanguage(given)
  const name = found.charAt(0).toLocaleUpperCase(code) + found.slice(1)
  const list = { ...readLanguages(), [code]: { name, reviewed: 'no' } }
  const rows = Object.entries(list).map(
    ([each, { name: own, reviewed }]) =>
      `  ${JSON.stringify(each)}: { "name": ${JSON.stringify(own)}, "reviewed": "${reviewed}" }`,
  )
  writeFileSync(LIST, `{\n${rows.join(',\n')}\n}\n`)
  writeCatalogue(code, {
    direction: directionOf(code),
    digits: LATIN_DIGITS,
    clock: clockOf(code),
    plurals: pluralsOf(code),
    messages: {},
  })
}

/**
 * The canonical form of a language's code, as browsers name it, and its name in the language itself.
 *
 * @throws StartupError for a code that is not a language, or one that has a catalogue
 */
export function newLanguage(given: string): { readonly code: string; readonly found: string } {
  const code = canonicalCode(given)
  const found = code && nameOf(code)
  if (!code || !found) {
    throw new StartupError(
      `"${given}" is not a language code. Use one such as tr, or pt-BR for a region.`,
    )
  }
  if (code in readLanguages()) throw new StartupError(`The language "${code}" exists already.`)
  return { code, found }
}

function canonicalCode(given: string): string | undefined {
  try {
    const { baseName, region = '' } = new Intl.Locale(given)
    const isSupported = Intl.DateTimeFormat.supportedLocalesOf(baseName).length > 0
    return isSupported && !PSEUDO_REGIONS.includes(region) ? baseName : undefined
  } catch {
    return undefined
  }
}

/** Regions of locales that only test how an app shows translations. */
const PSEUDO_REGIONS = ['XA', 'XB', 'XC']

function nameOf(code: string): string | undefined {
  return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code)
}

function clockOf(code: string): 12 | 24 {
  return new Intl.DateTimeFormat(code, { hour: 'numeric' }).resolvedOptions().hour12 ? 12 : 24
}

function directionOf(code: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(code) as Intl.Locale & {
    getTextInfo: () => { direction: 'ltr' | 'rtl' }
  }
  return locale.getTextInfo().direction
}

/** See `CatalogueFile`. */
export function pluralsOf(code: string): [first: string, later: string] {
  const rules = new Intl.PluralRules(code)
  const tableFrom = (start: number) =>
    packed(Array.from({ length: 100 }, (_, index) => rules.select(start + index)))
  return [tableFrom(0), tableFrom(100)]
}

function packed(categories: readonly string[]): string {
  const runs: { category: string; times: number }[] = []
  for (const category of categories) {
    const last = runs.at(-1)
    if (last?.category === category) last.times += 1
    else runs.push({ category, times: 1 })
  }
  return runs
    .map(({ category, times }) => (times > 1 ? `${category}*${times}` : category))
    .join(' ')
}

function fileOf(code: string): string {
  return join(FOLDER, 'messages', `${code}.json`)
}
