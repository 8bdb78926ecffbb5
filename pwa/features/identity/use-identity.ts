import type { Credentials, identityActs, SignUp } from '#pwa/data/identity.ts'
import { attempt } from '#pwa/hooks/attempt.ts'

/** The public actions of identity, each returning a value: the form decides what to show. */
export function useIdentity() {
  return {
    logIn: (credentials: Credentials) => attempt(async () => (await acts()).logIn(credentials)),
    signUp: (body: SignUp) => attempt(async () => (await acts()).signUp(body)),
    confirm: (token: string) => attempt(async () => (await acts()).confirm(token)),
    freeze: (token: string) => attempt(async () => (await acts()).freeze(token)),
    recover: (email: string) => attempt(async () => (await acts()).recover(email)),
    reset: (token: string, password: string) =>
      attempt(async () => (await acts()).reset(token, password)),
  }
}

// The first paint of a form needs no code that calls the server.
async function acts(): Promise<typeof identityActs> {
  return (await import('#pwa/data/identity.ts')).identityActs
}
