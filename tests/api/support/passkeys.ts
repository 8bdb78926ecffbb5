import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  beginStepUp,
  logInWithPasskey,
  stepUp,
} from '#shared/contract/passkeys.ts'
import type { ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import type { TestApp } from './app.ts'
import { Client, type Request, type Response } from './client.ts'
import { PasskeyDevice } from './passkey-device.ts'

/** Adds a passkey to the account of a client with a recent log-in. */
export async function enrolPasskey({ services }: TestApp, client: Client, name = 'Demo key') {
  const device = new PasskeyDevice(services.config.publicUrl)
  const credential = device.create(await client.call(beginPasskey))
  const passkey = await client.call(addPasskey, { body: { name, credential } })
  return { device, id: passkey.id }
}

/** Signs a statement, and uses it as proof of identity. */
export async function signStatement(client: Client, device: PasskeyDevice, statement?: string) {
  const body = statement ? { statement } : {}
  const passkey = device.sign(await client.call(beginStepUp, { body }))
  return client.send(stepUp, { body: { passkey } })
}

/**
 * Sends a request, signs the statement that the server asks for, and sends it again with the same
 * key.
 */
export async function sendSigned<R extends RouteDefinition>(
  { client, device }: { readonly client: Client; readonly device: PasskeyDevice },
  route: R,
  request: Request<R>,
): Promise<Response<ResponseOf<R> & { code?: string }>> {
  const first = await client.send(route, request)
  const { code, statement } = first.body as { code?: string; statement?: string }
  if (code !== 'step_up.required') return first
  await signStatement(client, device, statement)
  return client.send(route, request)
}

/** A client that logged in with a passkey. */
export async function logInByPasskey(
  { app, visitor }: TestApp,
  device: PasskeyDevice,
  headers: Readonly<Record<string, string>> = {},
) {
  const credential = device.sign(await visitor.call(beginPasskeyLogIn))
  const body = { credential, refresh_in_body: true }
  const session = await visitor.call(logInWithPasskey, { body, headers })
  return { ...session, client: new Client(app, session.access_token) }
}
