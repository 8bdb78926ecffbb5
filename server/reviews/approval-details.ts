import { NONE } from '#server/ledger/described-values.ts'
import { formatUsd } from '#shared/format.ts'
import { type Text, textOf } from '#shared/text/t.ts'
import type { ApprovalEvent } from './events.ts'

/** Audit details of a first approval: its value, why a second one is needed, and its notes. */
export function firstApprovalDetails({ value, above, reason, notes }: ApprovalEvent['data']): Text {
  return textOf(
    '{value, select, none {Value unknown} other {Worth {value}}}. {reason, select, amount {Over the limit for one person ({above})} customer_total {With other approvals for this user, over the limit for one person ({above})} staff_total {With other approvals within 24 hours, over the limit for one person} credited {By a person who had credited this user} sign_in {By a person who had changed how this user logs in} other {Two people had to approve}}{note, select, none {} other {. Note: {note}}}',
    {
      value: value === null ? NONE : formatUsd(value),
      above: formatUsd(above),
      reason: reason ?? NONE,
      note: notes || NONE,
    },
  )
}

/** The notes that a reviewer added to the reason. */
export function noteDetails({ notes }: { readonly notes: string | null }): Text | null {
  return notes ? textOf('Note: {note}', { note: notes }) : null
}
