import { formatDate, formatTime } from '#shared/format.ts'

/** An instant in a list: the day, and in a table the time below it. */
export function TableTime({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      className="@2xl:inline-flex @2xl:flex-col @2xl:whitespace-nowrap @2xl:align-middle"
    >
      <span>{formatDate(at)}, </span>
      <span>{formatTime(at)}</span>
    </time>
  )
}
