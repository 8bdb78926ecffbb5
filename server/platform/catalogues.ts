import { readFileSync } from 'node:fs'
import { type Catalogue, type CatalogueFile, catalogueOf } from '#shared/text/catalogue.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { LANGUAGES } from '#shared/text/languages.ts'

const FOLDER = new URL('../../shared/languages/messages/', import.meta.url)

const read = new Map<string, Catalogue>()

/** The texts for mails and pushes in this language; English if it is unknown. */
export function catalogueFor(language: string | null): Catalogue {
  if (language === null || language === 'en' || !(language in LANGUAGES)) return ENGLISH
  const known = read.get(language)
  if (known) return known
  const file = readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')
  const catalogue = catalogueOf(JSON.parse(file) as CatalogueFile)
  read.set(language, catalogue)
  return catalogue
}
