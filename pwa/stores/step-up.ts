import type { StepUpMethod } from '#shared/rules/step-up.ts'
import { createPersonal, onLeave } from './personal.ts'

/** What the user is asked to prove now. */
interface StepUpAsked {
  readonly methods: readonly StepUpMethod[]
  /** What a passkey is to sign: empty if nothing in particular. */
  readonly statement: string
  /** The route of the submission that waited for it on this device. */
  readonly kind?: string | undefined
  /** Ends it; false: they did not prove it. */
  readonly settle: (isProved: boolean) => void
}

// Before the store forgets who waits for the answer.
onLeave(() => useStepUpStore.getState().asked?.settle(false))

export const useStepUpStore = createPersonal<{ readonly asked: StepUpAsked | undefined }>(() => ({
  asked: undefined,
}))

let asking: Promise<boolean> | undefined

/** Opens the dialog. Requests that ask at the same time share one answer. */
export function openStepUp(details: Readonly<Record<string, unknown>>): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const { methods, statement, kind } = details as unknown as StepUpAsked
    const settle = (isProved: boolean) => {
      asking = undefined
      useStepUpStore.setState({ asked: undefined })
      resolve(isProved)
    }
    useStepUpStore.setState({ asked: { methods, statement, kind, settle } })
  })
  return asking
}
