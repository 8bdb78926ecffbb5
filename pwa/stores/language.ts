import { create } from 'zustand'

/** The language that this document speaks. Who draws the app follows it. */
export const useLanguageStore = create<{ readonly code: string }>(() => ({ code: 'en' }))
