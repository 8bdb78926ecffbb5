import { createContext, useContext } from 'react'
import type { Feature } from '#pwa/feature.ts'

/** Provided by the app, because what a feature loads may not import the list of all features. */
export const Features = createContext<readonly Feature[]>([])

export function useFeatures(): readonly Feature[] {
  return useContext(Features)
}
