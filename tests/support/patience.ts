/** How long tests wait for a state: a slow and busy machine may need a good part of it. */
export const WAIT_MS_MAX = 60_000
