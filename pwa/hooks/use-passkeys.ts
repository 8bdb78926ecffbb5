import { attempt } from './attempt.ts'

/** A user's actions with passkeys, each resolving with a value: the form decides what to show. */
export const passkeyActs = {
  create: (name: string) => attempt(async () => (await acts()).createPasskey(name)),
  logIn: () => attempt(async () => (await acts()).logInByPasskey()),
  logInByAutofill: (signal: AbortSignal) =>
    attempt(async () => (await acts()).logInByAutofill(signal)),
  prove: (statement: string) => attempt(async () => (await acts()).proveByPasskey(statement)),
  proveBy: (secret: { code: string } | { password: string }) =>
    attempt(async () => (await acts()).proveBy(secret)),
}

/** Passkeys belong to a name, so a browser refuses them on a bare address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Whether the browser offers passkeys where it fills in names and passwords. */
export async function offersPasskeysInFields(): Promise<boolean> {
  if (!canUsePasskeys() || !navigator.onLine) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

function acts() {
  return import('#pwa/data/passkeys.ts')
}
