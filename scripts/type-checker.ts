/**
 * TypeScript's native compiler, which takes half the time. The path is relative to
 * node_modules/.bin, where `tsc` may be the other compiler, whose API our other tools need.
 */
export const TYPE_CHECKER = '../typescript-native/bin/tsc'

/** By default four threads check, each of which computes most types again: twice the work. */
export const TYPE_CHECK = ['--noEmit', '--project', '.', '--singleThreaded']
