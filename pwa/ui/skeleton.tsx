import { t } from '#shared/text/t.ts'
import { classNames } from './class-names.ts'

/** Takes the place of what loads, at its final height. The list around it says "Loading". */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-shimmer rounded-sm bg-surface-3', className)}
    />
  )
}

/** Placeholders below each other, each by the class names of its size. */
export function SkeletonParts({ sizes }: { sizes: readonly string[] }) {
  return (
    <div role="status" aria-label={t('Loading')} className="flex flex-col gap-4">
      {sizes.map((size) => (
        <Skeleton key={size} className={size} />
      ))}
    </div>
  )
}

/** Rows of a list that loads, as high as the rows that follow. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div role="status" aria-label={t('Loading')}>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders never reorder
          key={index}
          className="flex h-16 items-center justify-between gap-4 border-line border-b px-4 last:border-b-0"
        >
          <div className="flex flex-col gap-2">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="h-3 w-16" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
