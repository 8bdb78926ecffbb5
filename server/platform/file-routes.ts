import { once } from 'node:events'
import { refuse } from '#server/events/decider.ts'
import type { Caller } from '#server/platform/caller.ts'
import { type App, type MountContext, mount } from '#server/platform/mount.ts'
import type { Uploads } from '#server/platform/uploads.ts'
import { readFile } from '#shared/contract/files.ts'

/** Serves a private file to a signed link, its owner or staff; to nobody else. */
export function registerFileRoutes(app: App, context: MountContext & { uploads: Uploads }): void {
  const { uploads } = context
  mount(app, context, readFile, async ({ params, query, caller, request }) => {
    const { expires, signature } = query
    const isLinked =
      expires !== undefined &&
      signature !== undefined &&
      uploads.holds(params.id, expires, signature)
    // Strangers learn nothing about which files exist.
    if (!isLinked && !caller) return refuse('session.required')
    const file = await uploads.find(params.id)
    if (!file) return refuse('item.unknown')
    if (!isLinked && !maySee(caller, file.owner)) return refuse('access.forbidden')

    const bytes = uploads.read(file.id)
    const opened = await once(bytes, 'open').then(
      () => true,
      () => false,
    )
    if (!opened) return refuse('item.unknown')
    return request.http.reply
      .headers({
        'content-type': file.mime,
        'content-length': file.bytes,
        'content-disposition': `inline; filename="${file.id}.jpg"`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(bytes)
  })
}

function maySee(caller: Caller | undefined, owner: bigint): boolean {
  if (!caller) return false
  if (caller.userNo === owner) return true
  return caller.role === 'admin' && caller.isActive && !caller.lacksSecondFactor
}
