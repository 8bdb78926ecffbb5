import type { Plugin } from 'vite'
import { firstPageTexts } from '#pwa/first-page.ts'
import { manifest } from '#pwa/manifest.ts'
import { operator } from '#shared/operator/company.ts'
import { catalogueOf } from '#shared/text/catalogue.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { inLanguage } from '#shared/text/t.ts'
import { readCatalogue, translatedCodes } from '../languages/catalogue-files.ts'
import { offeredLanguages } from './offered-languages.ts'

/**
 * Writes what is shown before the app has loaded, in each language. `index.html` contains its few
 * texts in all languages, and `before.js` selects one, so that it can be cached and opened offline.
 * There is one manifest per language.
 *
 * Source: docs/decisions/0169-the-first-page-holds-its-texts-in-all-languages.md
 */
export function firstPage(): Plugin {
  const { loading, tagline, notice, withoutScripts } = firstPageTexts()
  const values: Readonly<Record<string, string>> = {
    NAME: operator.name,
    TAGLINE: tagline,
    LOADING: loading,
    NOTICE: notice,
    WITHOUT_SCRIPTS: withoutScripts,
    OFFERED: offeredLanguages().join(' '),
    TEXTS: JSON.stringify(
      Object.fromEntries(translatedCodes().map((code) => [code, textsIn(code)])),
    ),
  }
  return {
    name: 'first-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll(/%([A-Z_]+)%/g, (placeholder, name) =>
          escaped(values[name] ?? placeholder),
        ),
    },
    generateBundle() {
      for (const [fileName, source] of manifests()) {
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

function textsIn(code: string) {
  const catalogue = catalogueOf(readCatalogue(code))
  const { loading, notice } = inLanguage(catalogue, firstPageTexts)
  return { dir: catalogue.direction, manifest: `/${manifestName(code)}`, loading, notice }
}

function manifests(): [fileName: string, source: string][] {
  const all = ['en', ...translatedCodes()].map((code) => ({
    code,
    catalogue: code === 'en' ? ENGLISH : catalogueOf(readCatalogue(code)),
  }))
  return all.map(({ code, catalogue }) => {
    const { direction: dir } = catalogue
    const write = () => ({ source: JSON.stringify(manifest({ lang: code, dir })) })
    return [manifestName(code), inLanguage(catalogue, write).source]
  })
}

function manifestName(code: string): string {
  return code === 'en' ? 'manifest.webmanifest' : `manifest.${code}.webmanifest`
}

/**
 * Escapes for an attribute in single quotes, and for one in double quotes whose text contains none.
 */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
}
