import { use } from 'react'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { inTime } from '#pwa/loading/time-limit.ts'
import type { ReviewView } from './review-view.ts'

let loading: Promise<readonly ReviewView[]> | undefined

/** How staff review each kind, as its feature declares it; suspends while the code loads. */
export function useReviewViews(): readonly ReviewView[] {
  const features = useFeatures()
  loading ??= inTime(Promise.all(features.flatMap(({ reviewView }) => reviewView?.() ?? []))).catch(
    (error) => {
      loading = undefined
      throw error
    },
  )
  return use(loading)
}

export function useReviewView(kind: string): ReviewView | undefined {
  return useReviewViews().find((view) => view.kind === kind)
}
