import { formatDate, formatTime } from '#shared/format.ts'
import { rich } from './rich.ts'

/** An instant in a list: the day, and in a table the time below it. */
export function TableTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="@2xl:inline-block @2xl:whitespace-nowrap @2xl:align-middle">
      {rich('{date}, {time}', {
        date: formatDate(at),
        time: <span className="@2xl:block">{formatTime(at)}</span>,
      })}
    </time>
  )
}
