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
  const root = document.documentElement
  const isTurned = root.dir !== catalogue.direction
  speak(catalogue)
  if (isTurned) root.dir = catalogue.direction
  useLanguageStore.setState({ code })
  const declare = () => {
    root.lang = code
  }
  // The attribute has every style computed again: as long as drawing the texts. They come first.
  if (isTurned) declare()
  else requestAnimationFrame(() => setTimeout(declare))
}

export function rememberLanguage(code: string): void {
  localStorage.setItem(KEY, code)
}

async function loadCatalogue(code: string) {
  return (await import('./load-catalogue.ts')).loadCatalogue(code)
}
