import { requestHash } from '#server/events/idempotency.ts'
import { beginStepUp, stepUp } from '#shared/contract/passkeys.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import type { Refusal } from '#shared/refusal.ts'

export function routeName(route: Pick<RouteDefinition, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`
}

/** Clients learn from the definition which routes may require a proof. */
export function assertDeclared(route: RouteDefinition, { refused }: Refusal): void {
  if (refused !== 'step_up.required' || route.stepUp) return
  throw new Error(`${routeName(route)} asks for a step-up, but its contract does not say so`)
}

/** Makes an incomplete definition fail at startup. */
export function assertComplete(route: RouteDefinition): void {
  const name = routeName(route)
  if (route.method !== 'GET' && !route.idempotency) throw new Error(`${name}: say its idempotency`)
  if (route.access === 'own' && !route.path.includes('/:userId')) {
    throw new Error(`${name}: whose is it? access "own" needs :userId in the path`)
  }
  if (route.path.includes(':') && !route.params) throw new Error(`${name}: describe its params`)
  if (route.files && route.access === 'public') throw new Error(`${name}: files need an owner`)
  if (route.stepUp && route.access === 'public')
    throw new Error(`${name}: a step-up needs a caller`)
  if (route.stepUp) for (const proof of PROOFS) assertOpen(proof, route)
}

const PROOFS: readonly RouteDefinition[] = [beginStepUp, stepUp]

/** A caller who may use a route must be able to give the proof that it asks for. */
export function assertOpen(proof: RouteDefinition, route: RouteDefinition): void {
  const isClosed =
    (route.withChosenPassword && !proof.withChosenPassword) ||
    (route.whenDisabled === 'allowed' && proof.whenDisabled !== 'allowed')
  if (isClosed) {
    throw new Error(`${routeName(proof)}: callers of ${routeName(route)} must be able to use it`)
  }
}

/** The response on the wire has exactly the fields in its contract. */
export function assertResponse(route: RouteDefinition, response: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(response))
  const parsed = route.response?.safeParse(sent)
  if (!parsed) throw new Error(`${routeName(route)} sends a response, but its contract names none`)
  if (!parsed.success) {
    const issues = JSON.stringify(parsed.error.issues)
    throw new Error(`${routeName(route)} breaks its contract: ${issues}`)
  }
  if (!requestHash(parsed.data).equals(requestHash(sent))) {
    throw new Error(`${routeName(route)} sends more than its contract names`)
  }
}
