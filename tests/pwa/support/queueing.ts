import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import type { RouteDefinition } from '#shared/contract/route.ts'

/** A submission that waits on the device, as a file in `tests/pwa/queueing/` exports it. */
export interface Queueing {
  readonly route: RouteDefinition
  readonly body: unknown
  /** The page on which it will appear. */
  readonly list: ReactNode
  /** The beginning of its row. */
  readonly shows: string
}

const FOLDER = join(import.meta.dirname, '../queueing')

/** The submissions of every noun, one file each. */
export async function readQueueing(): Promise<readonly Queueing[]> {
  const files: { readonly queueing: readonly Queueing[] }[] = await Promise.all(
    globSync('*.tsx', { cwd: FOLDER }).map((file) => import(join(FOLDER, file))),
  )
  return files.flatMap(({ queueing }) => queueing)
}
