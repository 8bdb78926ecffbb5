/**
 * What an inspection found. plain: nothing in it runs or loads. active: it holds macros, scripts,
 * linked content or embedded files. unknown: not a document that is accepted.
 */
export type Finding = 'plain' | 'active' | 'protected' | 'broken' | 'unknown'
