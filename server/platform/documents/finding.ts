/**
 * The result of an inspection. plain: nothing in it runs or loads. active: it contains macros,
 * scripts, linked content or embedded files. unknown: not an accepted kind of document.
 */
export type Finding = 'plain' | 'active' | 'protected' | 'broken' | 'unknown'
