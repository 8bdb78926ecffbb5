import { useLanguageStore } from '#pwa/stores/language.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { speak } from '#shared/text/t.ts'
import { holdUnseen } from './hold-unseen.ts'
import { markLanguage } from './kept-language.ts'
import { loadCatalogue } from './load-catalogue.ts'

/** Before the first paint. Without its catalogue the app opens in English. */
export async function openIn(code: string): Promise<void> {
  await speakIn(code).catch(() => speakIn('en'))
}

/** How many languages were chosen, and which of these choices is shown. */
let chosen = 0
let shown = 0

/**
 * Throws if the catalogue cannot be loaded; then nothing changes.
 *
 * @returns false if a later choice is shown already
 */
export async function speakIn(code: string): Promise<boolean> {
  chosen += 1
  const choice = chosen
  const catalogue = code === 'en' ? ENGLISH : await loadCatalogue(code)
  if (choice < shown) return false
  shown = choice
  const root = document.documentElement
  const release = holdUnseen(document.body)
  speak(catalogue)
  root.dir = catalogue.direction
  useLanguageStore.setState({ code })
  void afterFrame().then(() => {
    // The attribute makes the browser recompute every font and style, which takes as long as the
    // texts.
    const last = useLanguageStore.getState().code
    root.lang = last
    release()
    return markLanguage(last).catch(() => undefined)
  })
  return true
}

/** After the frame with the new texts is painted: nothing else may delay it. */
export async function afterFrame(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(drawn))
  await new Promise((shown) => setTimeout(shown))
}

/** `before.js` uses it the next time the page opens. */
export function rememberLanguage(code: string): void {
  localStorage.setItem('language', code)
}
