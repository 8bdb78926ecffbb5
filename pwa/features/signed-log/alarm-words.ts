import { operator } from '#shared/operator/company.ts'
import type { AlarmReason } from '#shared/proofs/witness-state.ts'
import { msg, t } from '#shared/text/t.ts'

interface Words {
  readonly title: string
  /** `{name}` is the operator, `{time}` when the kept checkpoint was verified first. */
  readonly what: string
}

const REWRITTEN: Words = {
  title: msg('Past records were changed'),
  what: msg(
    '{name} keeps every deposit, order and withdrawal in one signed log that may only grow. The log shown now does not continue the one that this device verified on {time}. Entries were changed, removed or replaced.',
  ),
}

const WORDS: Readonly<Record<AlarmReason, Words>> = {
  fork: REWRITTEN,
  inconsistent: REWRITTEN,
  unknown_key: {
    title: msg('The records have an unknown signature'),
    what: msg(
      '{name} signs the log of all deposits, orders and withdrawals. It is now signed with a key that no earlier key has confirmed. This device verified the log under the earlier key on {time}.',
    ),
  },
  unproven: {
    title: msg('The records are no longer proven'),
    what: msg(
      'For more than a day, {name} has not proven that its log continues the one that this device verified on {time}. Entries may have been removed.',
    ),
  },
}

/** What a user reads about a contradiction in the signed log. */
export function alarmWords(reason: AlarmReason, time: string): Words {
  const { title, what } = WORDS[reason]
  return { title: t(title), what: t(what, { name: operator.name, time }) }
}
