import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  beginStepUp,
  logInWithPasskey,
  type Passkey,
  stepUp,
} from '#shared/contract/passkeys.ts'
import { call } from './api-client.ts'
import { beginSession } from './session.ts'
import { submissionError } from './submission-error.ts'

// Imported on demand with its library: most starts of the app need neither.

type Response = { readonly options: Record<string, unknown> }

/** Creates a passkey on this device, or on one that it can reach, and adds it to the account. */
export async function createPasskey(name: string): Promise<Passkey> {
  const { options } = await call(beginPasskey, {})
  const { startRegistration } = await import('@simplewebauthn/browser')
  const credential = await used(() => startRegistration({ optionsJSON: options as never }))
  return call(addPasskey, { body: { name, credential: credential as never } })
}

/** Logs in as the owner of a passkey that the user chooses. */
export async function logInByPasskey(): Promise<void> {
  const credential = await signed(await call(beginPasskeyLogIn, {}))
  beginSession(await call(logInWithPasskey, { body: { credential } }))
}

/**
 * Logs in as the owner of a passkey that the user chooses from the browser's suggestions in the
 * email field. Resolves without a log-in if none is chosen, because the user did not ask for it.
 */
export async function logInByAutofill(signal: AbortSignal): Promise<void> {
  const credential = await chosenByAutofill(signal).catch(() => undefined)
  if (!credential || signal.aborted) return
  beginSession(await call(logInWithPasskey, { body: { credential: credential as never } }))
}

async function chosenByAutofill(signal: AbortSignal) {
  const { options } = await call(beginPasskeyLogIn, {})
  const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser')
  if (signal.aborted) return undefined
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true })
}

/** Proves who acts by signing a statement; empty: nothing in particular. */
export async function proveByPasskey(statement: string): Promise<void> {
  const body = statement === '' ? {} : { statement }
  const passkey = await signed(await call(beginStepUp, { body }))
  await call(stepUp, { body: { passkey } })
}

export async function proveBy(secret: { code: string } | { password: string }): Promise<void> {
  await call(stepUp, { body: secret })
}

async function signed({ options }: Response) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const credential = await used(() => startAuthentication({ optionsJSON: options as never }))
  return credential as never
}

/** The browser says little about why a passkey was not used; usually the user closed its window. */
async function used<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { name } = error as Error
    throw submissionError(name === 'InvalidStateError' ? 'passkey.known' : 'passkey.not_used')
  }
}
