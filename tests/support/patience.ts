/** How long tests wait for a state. A slow and busy machine may need a large part of it. */
export const WAIT_MS_MAX = 60_000
