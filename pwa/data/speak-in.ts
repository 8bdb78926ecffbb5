import { useLanguageStore } from '#pwa/stores/language.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { speak } from '#shared/text/t.ts'
import { markLanguage } from './kept-language.ts'
import { loadCatalogue } from './load-catalogue.ts'

/** Before the first paint. Without its catalogue the app opens in English. */
export async function openIn(code: string): Promise<void> {
  await speakIn(code).catch(() => speakIn('en'))
}

/** Throws if the catalogue cannot be had: nothing changes then. */
export async function speakIn(code: string): Promise<void> {
  const catalogue = code === 'en' ? ENGLISH : await loadCatalogue(code)
  const root = document.documentElement
  const isTurned = root.dir !== catalogue.direction
  speak(catalogue)
  if (isTurned) root.dir = catalogue.direction
  useLanguageStore.setState({ code })
  void markLanguage(code).catch(() => undefined)
  const declare = () => {
    root.lang = code
  }
  // The attribute has every style computed again: as long as drawing the texts. They come first.
  if (isTurned) declare()
  else requestAnimationFrame(() => setTimeout(declare))
}

/** `before.js` opens the page in it the next time. */
export function rememberLanguage(code: string): void {
  localStorage.setItem('language', code)
}
