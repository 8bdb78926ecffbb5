// Plain JavaScript, because ensure.mjs runs before anything is installed, with any Node from 20.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium without desktop windows. */
export const SHELL = 'chromium-headless-shell'

/** Where ensure.mjs unpacks the packages of Chromium. */
export const UNPACKED = fileURLToPath(new URL('../.cache/chromium', import.meta.url))
export const UNPACKED_PROGRAMS = join(UNPACKED, 'usr', 'bin')

/** The path of the first of these programs on PATH, or among the unpacked ones. */
export function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), UNPACKED_PROGRAMS]
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}
