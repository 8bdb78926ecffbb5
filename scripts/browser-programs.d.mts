export declare const CHROMIUM: readonly string[]
export declare const SHELL: string
export declare const UNPACKED: string
export declare const UNPACKED_PROGRAMS: string
export declare function findProgram(names: readonly string[]): string | undefined
