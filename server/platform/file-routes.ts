import { accessRefusal, type Caller, mayNow } from '#server/platform/caller.ts'
import { DOCUMENT_ENDINGS } from '#server/platform/documents/read-document.ts'
import { type App, type MountContext, mount } from '#server/platform/mount.ts'
import type { Uploads } from '#server/platform/uploads.ts'
import { linkFile, readFile } from '#shared/contract/files.ts'
import { refuse } from '#shared/refusal.ts'

/** Without a link, the caller needs a session that any route of a user accepts. */
const WITHOUT_LINK = { ...readFile, access: 'user' } as const

/** Serves a private file to a signed link or its owner; images to staff, and to whom staff sent them. */
export function registerFileRoutes(app: App, context: MountContext & { uploads: Uploads }): void {
  const { uploads } = context
  mount(app, context, readFile, async ({ params, query, caller, request }) => {
    const { expires, signature } = query
    const isLinked =
      expires !== undefined &&
      signature !== undefined &&
      uploads.holds(params.id, expires, signature)
    // Before the file is looked up: otherwise, anyone could find out which files exist.
    const refused = isLinked ? undefined : accessRefusal(WITHOUT_LINK, request.http.request, caller)
    if (refused) return refused
    const file = await uploads.find(params.id)
    if (!file) return refuse('item.unknown')
    if (!isLinked && !(caller && (await maySee(uploads, caller, file))))
      return refuse('access.forbidden')

    const bytes = await uploads.read(file)
    if (!bytes) return refuse('item.unknown')
    return request.http.reply
      .headers({
        'content-type': file.mime,
        'content-length': file.bytes,
        'content-disposition': dispositionOf(file),
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(bytes)
  })

  mount(app, context, linkFile, async ({ params, caller }) => {
    const file = await uploads.find(params.id)
    if (!file) return refuse('item.unknown')
    if (!(await maySee(uploads, caller, file))) return refuse('access.forbidden')
    return { url: uploads.signedUrl(params.id) }
  })
}

/** Pictures are re-encoded and may be shown; other uploads are only downloaded, never opened. */
function dispositionOf({ id, mime }: { readonly id: string; readonly mime: string }): string {
  const endings: Readonly<Record<string, string>> = DOCUMENT_ENDINGS
  const ending = endings[mime]
  return ending ? `attachment; filename="${id}.${ending}"` : `inline; filename="${id}.jpg"`
}

/** Images are re-encoded from their pixels; other files are unchanged customer files. */
export function isShown(mime: string): boolean {
  return mime.startsWith('image/')
}

async function maySee(
  uploads: Pick<Uploads, 'isSentTo'>,
  caller: Caller,
  file: { id: string; owner: bigint; mime: string },
): Promise<boolean> {
  if (caller.userNo === file.owner) return true
  if (!isShown(file.mime)) return false
  if (mayNow(caller, 'reviews.read')) return true
  return uploads.isSentTo(caller.userNo, file.id)
}
