/** Loaded when a passkey is first used, because it would take a fifth of every start. */
export const webauthn = () => import('@simplewebauthn/server')
