import { useLanguageStore } from '#pwa/stores/language.ts'
import { ENGLISH } from '#shared/text/catalogue.ts'
import { preferredLanguage } from '#shared/text/preferred-language.ts'
import { speak } from '#shared/text/t.ts'

/** The complete languages, filled in by the build. */
declare const __LANGUAGES__: readonly string[]
export const OFFERED: readonly string[] = __LANGUAGES__

const KEY = 'language'

/** The language that was chosen on this device, else the one that the browser asks for. */
export async function startLanguage(): Promise<void> {
  const code = localStorage.getItem(KEY) ?? preferredLanguage(navigator.languages, OFFERED)
  // Without its catalogue the app opens in English.
  if (code !== 'en') await speakIn(code).catch(() => undefined)
}

/** Throws if the catalogue cannot be had: nothing changes then. */
export async function speakIn(code: string): Promise<void> {
  const catalogue = code === 'en' ? ENGLISH : await loadCatalogue(code)
  speak(catalogue)
  document.documentElement.lang = code
  document.documentElement.dir = catalogue.direction
  useLanguageStore.setState({ code })
}

export function rememberLanguage(code: string): void {
  localStorage.setItem(KEY, code)
}

async function loadCatalogue(code: string) {
  return (await import('./load-catalogue.ts')).loadCatalogue(code)
}
