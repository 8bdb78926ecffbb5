import { ApiError } from './api-error.ts'

/** The details of `step_up.required`. */
export type ProofAsked = ApiError['details']

/** Asks the user to prove who they are; false if they did not. A service worker cannot ask. */
type Ask = (asked: ProofAsked) => Promise<boolean>

let ask: Ask = () => Promise.resolve(false)

/** Sets the function that asks: the dialog of this tab. */
export function onStepUp(asker: Ask): void {
  ask = asker
}

export function askForProof(asked: ProofAsked): Promise<boolean> {
  return ask(asked)
}

export const STEP_UP_REQUIRED = 'step_up.required'

/** Asks if a response says that a proof is missing. @returns whether to send the request again */
export async function proveAfter(error: unknown): Promise<boolean> {
  return error instanceof ApiError && error.code === STEP_UP_REQUIRED && (await ask(error.details))
}
