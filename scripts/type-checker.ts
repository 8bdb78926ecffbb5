/**
 * TypeScript's native compiler, which takes half the time. The path is relative to
 * node_modules/.bin, where `tsc` may be the other compiler, whose API other tools need.
 */
export const TYPE_CHECKER = '../typescript-native/bin/tsc'

/** By default, four threads check, and each computes most types again: twice the work. */
export const TYPE_CHECK = ['--noEmit', '--project', '.', '--singleThreaded']
