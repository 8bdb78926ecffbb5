import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Firefox from Debian's package; undefined if there is none. */
export function firefoxPath(): string | undefined {
  return inPath('firefox-esr')
}

/** Whether WebKitGTK, its driver, a virtual screen and a window launcher are installed. */
export function webKitIsInstalled(): boolean {
  const programs = ['WebKitWebDriver', 'Xvfb']
  return (
    programs.every(inPath) &&
    existsSync('/usr/bin/python3') &&
    globSync('/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib').length > 0 &&
    existsSync('/usr/lib/python3/dist-packages/gi')
  )
}

function inPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
