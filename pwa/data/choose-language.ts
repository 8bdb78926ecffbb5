import { useLanguageStore } from '#pwa/stores/language.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { keepLanguage } from '#shared/contract/account.ts'
import { isLanguageCode } from '#shared/text/languages.ts'
import { keptLanguages } from './kept-language.ts'
import { LANGUAGE_UNSAVED } from './language-unsaved.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { OFFERED } from './offered-languages.ts'
import { afterFrame, rememberLanguage, speakIn } from './speak-in.ts'
import { submit } from './submit.ts'

/** The choices whose language is being loaded. */
let loading = 0

/**
 * Switches to another language at once, and stores it on this device and with the account, unless
 * a later choice is shown already.
 */
export async function chooseLanguage(code: string): Promise<void> {
  loading += 1
  const isLast = await speakIn(code).finally(() => {
    loading -= 1
  })
  if (!isLast) return
  rememberLanguage(code)
  if (!isSignedIn()) localStorage.setItem(LANGUAGE_UNSAVED, '1')
  await afterFrame()
  if (isSignedIn()) await keepWithAccount(code)
}

function isSignedIn(): boolean {
  return useSessionStore.getState().status === 'signed-in'
}

/**
 * Loads the catalogues that the user of this browser is likely to choose, and those stored on the
 * device.
 */
export async function prepareChoice(): Promise<void> {
  const base = (code: string) => code.split('-')[0]
  const wanted = navigator.languages.map(base)
  const kept = await keptLanguages().catch((): string[] => [])
  const likely = OFFERED.filter(
    (code) => code !== 'en' && (wanted.includes(base(code)) || kept.includes(code)),
  )
  await Promise.allSettled(likely.map(loadCatalogue))
}

/** After a log-in: the choice that was just made here, otherwise that of the account. */
export async function followAccount(language: string | null): Promise<void> {
  const isUnsaved = localStorage.getItem(LANGUAGE_UNSAVED) !== null
  if (isUnsaved) return keepWithAccount(useLanguageStore.getState().code)
  // A choice that is still being loaded is kept with the account once it is shown.
  if (language === null || loading > 0) return
  if (await speakIn(language)) rememberLanguage(language)
}

async function keepWithAccount(code: string): Promise<void> {
  if (!isLanguageCode(code)) return
  const submission = await submit(keepLanguage, { body: { language: code } })
  const { state } = await submission.news
  // The next log-in tries again.
  if (state === 'refused') await submission.dismiss()
  else localStorage.removeItem(LANGUAGE_UNSAVED)
}
