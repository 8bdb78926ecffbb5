import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'

/** Private files. Source: docs/product.md, Roles and permissions. */
export const readFile = get('/api/files/:id', {
  summary: 'A private file: by a link that is still valid, or as its owner or staff',
  /** The link itself may be the proof of access, so the handler decides. */
  access: 'public',
  query: z.object({
    expires: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
    signature: z.optional(z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/))),
  }),
  raw: true,
})

export const linkFile = get('/api/files/:id/link', {
  summary:
    'A new link to a private file, for its owner; to an image, for staff and whom they sent it too',
  access: 'user',
  response: z.object({ url: z.string() }),
})
