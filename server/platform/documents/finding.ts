/**
 * What an inspection found. plain: nothing in it is executed or loaded. active: it contains macros,
 * scripts, linked content or embedded files. unknown: not a document that is accepted.
 */
export type Finding = 'plain' | 'active' | 'protected' | 'broken' | 'unknown'
