/** The largest picture that is decoded: more than today's phones take. */
export const MEGAPIXELS_MAX = 50
