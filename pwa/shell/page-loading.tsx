import { Skeleton } from '#pwa/ui/skeleton.tsx'

/** Stands in while a page's code arrives: a title, and a card of the height that follows. */
export function PageLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex min-h-[70dvh] flex-col gap-4">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-40 w-full rounded-lg" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  )
}
