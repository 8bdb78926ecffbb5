import { OFFERED } from '#pwa/data/language.ts'
import { useLanguageStore } from '#pwa/stores/language.ts'

/** The language of this device, and what it can be switched to. */
export function useLanguage() {
  const { code } = useLanguageStore()
  return {
    code,
    offered: OFFERED.includes(code) ? OFFERED : [...OFFERED, code],
    /** Rejects if the language cannot be loaded: the screen stays as it is. */
    choose: async (next: string) =>
      (await import('#pwa/data/choose-language.ts')).chooseLanguage(next),
  }
}
