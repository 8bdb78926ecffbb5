import { escapeLiteral } from 'pg'

/** A part of the streams, in the order of their names: a range of names, or the streams themselves. */
export type ChosenStreams =
  | { readonly after: string; readonly upTo: string | null }
  | { readonly streams: readonly string[] }

/** SQL condition on the column `stream`: whether the stream is chosen. */
export function isChosen(chosen: ChosenStreams): string {
  if ('streams' in chosen) {
    return `stream = any (array[${chosen.streams.map(escapeLiteral).join()}]::text[])`
  }
  const { after, upTo } = chosen
  const last = upTo === null ? '' : ` and stream <= ${escapeLiteral(upTo)}`
  return `stream > ${escapeLiteral(after)}${last}`
}
