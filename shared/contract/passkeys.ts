import * as z from 'zod/mini'
import { authSession } from '#shared/contract/auth.ts'
import { del, get, post, put } from '#shared/contract/define-route.ts'
import { idField, instantField, messageResponse, textField } from '#shared/contract/fields.ts'
import { PASSWORD_LENGTH_MAX } from '#shared/rules/identity.ts'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'

/** Passkeys, and the proof that a sensitive request asks for. Source: docs/product.md, Passkeys. */

/** Bytes as WebAuthn carries them in JSON. */
const bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/))

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
}

/** The response of a passkey when it is created. */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(16_000),
    transports: z.optional(z.array(bytes(20)).check(z.maxLength(10))),
  }),
})

/** The response of a passkey when it signs a challenge. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(8_000),
    userHandle: z.optional(bytes(200)),
  }),
})
export type Assertion = z.output<typeof assertion>
export type Attestation = z.output<typeof attestation>

/** Options for the browser's WebAuthn functions, as its JSON has them. */
const options = z.object({ options: z.record(z.string(), z.unknown()) })

const open = { access: 'public', idempotency: 'natural', perMinute: 30 } as const

export const beginPasskeyLogIn = post('/api/auth/passkey/challenge', {
  ...open,
  summary: 'A challenge for logging in with a passkey; it works once and for minutes',
  // Each visit to the log-in page asks for one, and many users may share an address.
  perMinute: 120,
  response: options,
})

export const logInWithPasskey = post('/api/auth/passkey', {
  ...open,
  dpop: 'binds',
  summary: 'Log in with a passkey, which is password and second factor in one',
  body: z.object({
    credential: assertion,
    /** For clients other than browsers: returns the refresh token in the body. */
    refresh_in_body: z.optional(z.boolean()),
  }),
  response: authSession,
})

const own = {
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  perMinute: 30,
} as const

const passkey = z.object({
  id: idField,
  name: z.string(),
  created_at: instantField,
  last_used_at: z.nullable(instantField),
  /** Synchronised to other devices by the account that stores it. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

export const listPasskeys = get('/api/auth/passkeys', {
  summary: "The caller's passkeys, newest first",
  access: 'user',
  response: z.array(passkey),
})

export const beginPasskey = post('/api/auth/passkeys/challenge', {
  ...own,
  summary: 'A challenge for a new passkey',
  stepUp: 'always',
  response: options,
})

const name = textField(60)

export const addPasskey = post('/api/auth/passkeys', {
  ...own,
  summary: 'Add a passkey under a name',
  stepUp: 'always',
  body: z.object({ name, credential: attestation }),
  response: passkey,
})

export const renamePasskey = put('/api/auth/passkeys/:id', {
  ...own,
  summary: "Rename one of the caller's passkeys",
  stepUp: 'always',
  body: z.object({ name }),
  response: passkey,
})

export const removePasskey = del('/api/auth/passkeys/:id', {
  ...own,
  summary: `Remove one of the caller's passkeys; withdrawals are on hold for ${WITHDRAWAL_HOLD_HOURS} hours`,
  stepUp: 'always',
  response: messageResponse,
})

export const beginStepUp = post('/api/auth/step-up/challenge', {
  ...own,
  withChosenPassword: true,
  summary: 'A challenge for a passkey that proves who acts',
  body: z.object({
    /** What `step_up.required` asked to sign. */
    statement: z.optional(textField(8_000)),
  }),
  response: options,
})

export const stepUp = post('/api/auth/step-up', {
  ...own,
  withChosenPassword: true,
  summary: 'Prove who acts, with one of the methods that step_up.required names',
  body: z.object({
    passkey: z.optional(assertion),
    code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    password: z.optional(z.string().check(z.maxLength(PASSWORD_LENGTH_MAX))),
  }),
  response: messageResponse,
})
