import { useHiddenBalances } from '#pwa/stores/hidden-balances.ts'
import type { Problem } from '#pwa/ui/problem.ts'
import { describeRefusal, isRefusalCode, type RefusalDetails } from '#shared/errors.ts'
import type { Refusal } from '#shared/refusal.ts'

/** How a form writes a detail of a refusal: amounts with their separators, as on its screen. */
type Formats = Readonly<Record<string, (detail: string) => string>>

/** A refusal as a form shows it. */
export function problemOfRefusal(
  refusal: Refusal | undefined,
  formats: Formats = {},
): Problem | undefined {
  if (!refusal) return undefined
  const { refused, details = {} } = refusal
  const written = Object.entries(withoutBalances(details)).map(([name, detail]) => {
    const format = detail === HIDDEN ? undefined : formats[name]
    return [name, format && typeof detail === 'string' ? format(detail) : detail]
  })
  const { title, message } = describeRefusal(refused, Object.fromEntries(written))
  return { title, message, code: refused }
}

interface Refused {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** A failure as the server described it, without the balance in it while the device hides balances. */
export function asShown<Failure extends Refused>(failure: Failure): Failure {
  const { code } = failure
  const details = failure.details as RefusalDetails
  const shown = withoutBalances(details)
  if (shown === details || !isRefusalCode(code)) return failure
  return { ...failure, details: shown, message: describeRefusal(code, shown).message }
}

/** The details of a refusal that say how much the user has, or from which that follows. */
const BALANCES = ['available', 'shortfall']
const HIDDEN = '••••••'

function withoutBalances(details: RefusalDetails): RefusalDetails {
  const said = BALANCES.filter((name) => name in details)
  if (said.length === 0 || !useHiddenBalances.getState().isHidden) return details
  return { ...details, ...Object.fromEntries(said.map((name) => [name, HIDDEN])) }
}
