/** Loaded on first use, because loading it would take a fifth of every start. */
export const webauthn = () => import('@simplewebauthn/server')
