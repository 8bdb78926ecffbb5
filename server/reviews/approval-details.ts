import { NONE } from '#server/ledger/described-values.ts'
import { formatUsd } from '#shared/format.ts'
import { type Text, textOf } from '#shared/text/t.ts'
import type { ApprovalEvent } from './events.ts'

/** What a first approval was worth, and what its author noted, in a line of the audit. */
export function firstApprovalDetails({ value, above, notes }: ApprovalEvent['data']): Text {
  return textOf(
    '{value, select, none {Value unknown} other {Worth {value}}}; a second person is needed above {above}{note, select, none {} other {. Note: {note}}}',
    {
      value: value === null ? NONE : formatUsd(value),
      above: formatUsd(above),
      note: notes || NONE,
    },
  )
}

/** What a reviewer noted beside the reason. */
export function noteDetails({ notes }: { readonly notes: string | null }): Text | null {
  return notes ? textOf('Note: {note}', { note: notes }) : null
}
