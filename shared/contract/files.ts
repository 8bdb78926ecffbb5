import * as z from 'zod/mini'
import { idParams } from '#shared/contract/fields.ts'
import { defineRoute } from '#shared/contract/route.ts'

/** Private files. Source: docs/product.md, Roles and permissions. */
export const readFile = defineRoute({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'A private file: by a link that is still valid, or as its owner or staff',
  tag: 'files',
  /** The link itself may be the proof, so the handler decides. */
  access: 'public',
  params: idParams,
  query: z.object({
    expires: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
    signature: z.optional(z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/))),
  }),
  raw: true,
})
