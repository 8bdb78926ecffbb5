import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Firefox from Debian's package; undefined where there is none. */
export function firefoxPath(): string | undefined {
  return inPath('firefox-esr')
}

/** Whether there are WebKitGTK, its driver, a screen without a monitor, and what opens a window. */
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
