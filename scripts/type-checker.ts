/**
 * TypeScript's compiler in native code, at half the time; as seen from node_modules/.bin, where the
 * other compiler, whose API the tools that read our modules want, may have its name.
 */
export const TYPE_CHECKER = '../typescript-native/bin/tsc'
