import { useState } from 'react'
import { OFFERED } from '#pwa/data/offered-languages.ts'
import { useLanguageStore } from '#pwa/stores/language.ts'

/** The language of this device, and what it can be switched to. */
export function useLanguage() {
  const { code } = useLanguageStore()
  const [first] = useState(code)
  return {
    code,
    /** The first one too, if it is not offered yet: the way back to it. */
    offered: [...new Set([...OFFERED, first, code])],
    /** Rejects if the language cannot be loaded: the screen stays as it is. */
    choose: async (next: string) => (choice ?? (await loadChoice())).chooseLanguage(next),
    /** Loads what a choice needs, as soon as one is about to be made. */
    prepare: () => void loadChoice().then(({ prepareChoice }) => prepareChoice(), ignore),
  }
}

/** Once loaded: an import would let a frame without the new language pass first. */
let choice: typeof import('#pwa/data/choose-language.ts') | undefined

const loadChoice = async () => (choice = await import('#pwa/data/choose-language.ts'))
const ignore = () => undefined
